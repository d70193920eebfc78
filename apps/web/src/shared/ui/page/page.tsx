import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChannel } from '../../configuration/configuration-context.ts';
import classes from './page.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';

type Props = {
  /** Title of the browser's tab, and the heading unless one is given. */
  title: string;
  heading?: ReactNode;
  /** Beside the heading: the page's main action. */
  actions?: ReactNode;
  /** Photo pages use the whole width, text pages at most 960 px. */
  isWide?: boolean;
  children: ReactNode;
};

/** Frame of every page: its title, its one h1, which takes the focus after navigation, and its width. */
export function Page({ title, heading, actions, isWide = false, children }: Props) {
  const channel = useChannel();
  const headingRef = useHeadingFocus(useLocation({ select: (location) => location.pathname }));
  return (
    <div className={classes.page} data-wide={isWide || undefined}>
      <title>{`${title} · ${channel.name}`}</title>
      <div className={classes.header}>
        <h1 ref={headingRef} tabIndex={-1} className={classes.heading}>
          {heading ?? title}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
