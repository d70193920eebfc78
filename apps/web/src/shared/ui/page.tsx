import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '../configuration.tsx';
import classes from './page.module.css';

type Props = {
  /** Document title, and the heading unless one is given. */
  title: string;
  heading?: ReactNode;
  /** The back link before the heading. */
  back?: ReactNode;
  /** A picture before the heading and the actions, which are then below the heading. */
  cover?: ReactNode;
  /** The page's main action, beside the heading. */
  actions?: ReactNode;
  /** Photo pages use the full width, text pages at most 960 px, in the middle. */
  isWide?: boolean;
  /** For a page that consists of an empty state, with its heading above it. */
  isCentred?: boolean;
  children: ReactNode;
};

/** Frame of every page: document title, width, and its only h1, which receives the focus after navigation. */
export function Page({ title, heading, back, actions, isWide, isCentred, children, cover }: Props) {
  const channel = useChannel();
  const headingRef = useHeadingFocus(useShownPath());
  return (
    <div className={classes.page} data-wide={isWide || undefined} data-centred={isCentred || undefined}>
      <title>{`${title} · ${channel.name}`}</title>
      <div className={classes.header} data-covered={cover ? true : undefined}>
        {cover}
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

/** Id of the skip link's target. */
export const CONTENT_ID = 'content';

/** The first tab stop, which skips the menus. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes.link} href={`#${CONTENT_ID}`}>
      {t('shell.skipToContent')}
    </a>
  );
}

/** The path of the visible page: while the code of the next one loads, `location` is already ahead. */
const useShownPath = () =>
  useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });

/** The last visible path; undefined on the first page, where the browser sets the focus. */
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
