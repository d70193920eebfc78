import { usePagination } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BackIcon, ForwardIcon } from './icons.tsx';
import classes from './page-links.module.css';

type Props = {
  /** Name of the list's page parameter in this page's address. */
  list: string;
  label: string;
  page: number;
  pagesCount: number;
};

/** Links to the pages of a list, each with its own address. A press leads to the heading above the new page of the list. */
export function PageLinks({ list, label, page, pagesCount }: Props) {
  const { t } = useTranslation();
  const { nav, onPress } = useHeadingOfTurned(page);
  if (pagesCount < 2) return null;
  return (
    <nav ref={nav} className={classes.pages} aria-label={label}>
      <PageLink list={list} page={page - 1} isOff={page === 1} name={t('pages.previous')} onPress={onPress}>
        <BackIcon size={18} />
      </PageLink>
      <Numbers list={list} page={page} pagesCount={pagesCount} onPress={onPress} />
      <span className={classes.place}>{t('pages.place', { page, pages: pagesCount })}</span>
      <PageLink
        list={list}
        page={page + 1}
        isOff={page === pagesCount}
        name={t('pages.next')}
        onPress={onPress}
      >
        <ForwardIcon size={18} />
      </PageLink>
    </nav>
  );
}

type NumbersProps = Omit<Props, 'label'> & Pick<LinkProps, 'onPress'>;

/** Each page by its number, or as many as there is room for. */
function Numbers({ list, page, pagesCount, onPress }: NumbersProps) {
  const { t } = useTranslation();
  const { range } = usePagination({ total: pagesCount, page });
  return (
    <ol className={classes.numbers}>
      {range.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ellipses have no other key, and positions are fixed
        <li key={index}>
          {one === 'dots' ? (
            <span className={classes.dots}>…</span>
          ) : (
            <PageLink
              list={list}
              page={one}
              isCurrent={one === page}
              name={t('pages.page', { page: one })}
              onPress={onPress}
            >
              {one}
            </PageLink>
          )}
        </li>
      ))}
    </ol>
  );
}

/**
 * Brings the heading of the list into view and focuses it once the page that a press named is shown. Back and Forward press
 * nothing: the browser restores their place.
 */
function useHeadingOfTurned(page: number) {
  const nav = useRef<HTMLElement>(null);
  const pressed = useRef<number>(undefined);
  useEffect(() => {
    if (pressed.current !== page) return;
    pressed.current = undefined;
    const heading = nav.current?.closest('section, main')?.querySelector<HTMLElement>('h1, h2');
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [page]);
  const onPress = (turnedTo: number) => {
    pressed.current = turnedTo;
  };
  return { nav, onPress };
}

type LinkProps = {
  list: string;
  page: number;
  name: string;
  isCurrent?: boolean;
  /** Whether the target page does not exist. */
  isOff?: boolean;
  onPress: (page: number) => void;
  children: ReactNode;
};

function PageLink({ list, page, name, isCurrent = false, isOff = false, onPress, children }: LinkProps) {
  if (isOff) return <span className={classes.link} data-off />;
  return (
    <Link
      className={classes.link}
      to="."
      search={(search: object) => ({ ...search, [list]: page === 1 ? undefined : page })}
      resetScroll={false}
      onClick={() => onPress(page)}
      aria-label={name}
      aria-current={isCurrent ? 'page' : undefined}
      activeOptions={{ exact: true }}
    >
      {children}
    </Link>
  );
}
