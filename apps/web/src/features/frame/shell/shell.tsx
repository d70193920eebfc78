import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsMobile } from '#/shared/layout.ts';
import { CONTENT_ID, SkipLink } from '#/shared/ui/page.tsx';
import { Footer } from './footer.tsx';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

/** Top menu, side menu, content and footer [SHL-01]; on mobile the side menu is on the home page only [SHL-02]. */
export function Shell({ inTopBar, children }: { inTopBar?: ReactNode; children: ReactNode }) {
  const isMobile = useIsMobile();
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const hasMenu = !isMobile || isHome;
  return (
    <div className={classes.shell}>
      <SkipLink />
      <TopBar>{inTopBar}</TopBar>
      <div className={classes.middle}>
        {hasMenu && !isMobile && (
          <div className={classes.menu}>
            <SideMenu />
          </div>
        )}
        <main id={CONTENT_ID} className={classes.content} tabIndex={-1}>
          {children}
        </main>
        {hasMenu && isMobile && (
          <div className={classes.menu}>
            <SideMenu />
          </div>
        )}
      </div>
      <Footer />
    </div>
  );
}
