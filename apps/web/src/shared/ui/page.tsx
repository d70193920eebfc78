import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '../configuration.tsx';
import classes from './page.module.css';

type Props = {
  /** Title of the browser's tab, and the heading unless one is given. */
  title: string;
  heading?: ReactNode;
  /** Before the heading: the way back. */
  back?: ReactNode;
  /** Beside the heading: the page's main action. */
  actions?: ReactNode;
  /** Photo pages use the whole width, text pages at most 960 px. */
  isWide?: boolean;
  /** A page that is nothing but an empty state has its heading above it. */
  isCentred?: boolean;
  children: ReactNode;
};

/** Frame of every page: its title, its only h1, which gets the focus after navigation, and its width. */
export function Page({ title, heading, back, actions, isWide, isCentred, children }: Props) {
  const channel = useChannel();
  const headingRef = useHeadingFocus(useShownPath());
  return (
    <div className={classes.page} data-wide={isWide || undefined} data-centred={isCentred || undefined}>
      <title>{`${title} · ${channel.name}`}</title>
      <div className={classes.header}>
        {back}
        <h1 ref={headingRef} tabIndex={-1} className={classes.heading}>
          {heading ?? unbroken(title)}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  );
}

/** Keeps 'e-mail' on one line in wrapped headings: U+2011 is a non-breaking hyphen. */
function unbroken(title: string): string {
  return title.replace(/\b(e)-(?=\p{L})/giu, '$1\u2011');
}

/** Id of the element that the skip link leads to. */
export const CONTENT_ID = 'content';

/** The first tab stop: it leads past the menus to the page. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes.link} href={`#${CONTENT_ID}`}>
      {t('shell.skipToContent')}
    </a>
  );
}

/** The path of the page that is shown: while the code of the next one loads, its own is the location already. */
const useShownPath = () =>
  useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });

/** The path shown last; undefined on the first page, where the browser sets the focus. */
let lastPath: string | undefined;

/** Focuses the heading after navigation, so that screen readers announce the page. */
function useHeadingFocus(path: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (lastPath !== undefined && lastPath !== path) heading.current?.focus({ preventScroll: true });
    lastPath = path;
  }, [path]);
  return heading;
}
