import type { ReactNode } from 'react';
import { CONTENT_ID } from '#/shared/ui/page.tsx';
import { ChannelLogo } from './channel-logo.tsx';
import classes from './plain-frame.module.css';

/** Frame of the pages outside the shell: the logo and one text column, for anybody, signed in or not. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <a href="/" className={classes.logo}>
          <ChannelLogo />
        </a>
      </header>
      <main id={CONTENT_ID} className={classes.content}>
        {children}
      </main>
    </div>
  );
}
