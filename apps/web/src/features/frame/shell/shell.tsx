import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChannelLogo } from '#/shared/configuration.tsx';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { FrameContext, useIsMobile } from '#/shared/layout.ts';
import { lazyPart } from '#/shared/lazy-part.tsx';
import { CONTENT_ID, SkipLink } from '#/shared/ui/page.tsx';
import { useMenu } from './menu.ts';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';

type ShellProps = {
  inTopBar?: ReactNode;
  /** The bar at the bottom of a phone. */
  thumbBar?: ReactNode;
  /** Above the content of every page of a business customer. */
  banner?: ReactNode;
  children: ReactNode;
};

/** Top menu, side menu, content and footer [SHL-01]; on mobile the side menu is on the home page only [SHL-02], and a bar leads everywhere. */
export function Shell({ inTopBar, thumbBar, banner, children }: ShellProps) {
  const menu = useMenu();
  const isMobile = useIsMobile();
  // The banner above the content depends on the customer: nothing it would shift is shown before.
  const { isBusiness, isKnown } = useIsBusiness();
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const sideMenu = (
    <div className={classes.menu}>
      <SideMenu menu={menu} />
    </div>
  );
  return (
    <div className={classes.shell}>
      <SkipLink />
      <TopBar account={menu.find(({ key }) => key === 'account')?.entries ?? []}>{inTopBar}</TopBar>
      <div className={classes.middle}>
        {!isMobile && sideMenu}
        <main
          id={CONTENT_ID}
          className={classes.content}
          tabIndex={-1}
          data-unsettled={(isBusiness && !isKnown) || undefined}
        >
          {isBusiness && banner}
          <FrameContext value>{children}</FrameContext>
        </main>
        {isMobile && isHome && sideMenu}
      </div>
      <Footer />
      {isMobile && thumbBar}
    </div>
  );
}

type PlainFrameProps = {
  /** Whether the page is one of those linked in the footer. */
  hasFooter?: boolean;
  children: ReactNode;
};

/** Frame of pages outside the shell: the logo and one text column, with or without sign-in. */
export function PlainFrame({ hasFooter = false, children }: PlainFrameProps) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Link to="/" className={classes.logo}>
          <ChannelLogo />
        </Link>
      </header>
      <main id={CONTENT_ID} className={classes.column}>
        <FrameContext value>{children}</FrameContext>
      </main>
      {hasFooter ? <Footer /> : <LegalNav />}
    </div>
  );
}

/** At the end of every page, and so not needed for the first picture. */
const loadFooter = (part: 'Footer' | 'LegalNav') => async () => ({
  default: (await import('./footer.tsx'))[part],
});
const Footer = lazyPart(loadFooter('Footer'), <footer className={classes.footer} />);
const LegalNav = lazyPart(loadFooter('LegalNav'));
