import { usePagination } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackIcon, ForwardIcon } from './icons.tsx';
import classes from './page-links.module.css';

type Props = {
  /** The list's parameter in the address of this page. */
  list: string;
  label: string;
  page: number;
  pagesCount: number;
};

/** Leads to the pages of a list; each is an address of its own. */
export function PageLinks({ list, label, page, pagesCount }: Props) {
  const { t } = useTranslation();
  const { range } = usePagination({ total: pagesCount, page });
  if (pagesCount < 2) return null;
  return (
    <nav className={classes.pages} aria-label={label}>
      <PageLink list={list} page={page - 1} isOff={page === 1} name={t('pages.previous')}>
        <BackIcon size={18} />
      </PageLink>
      <ol className={classes.numbers}>
        {range.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots have nothing else, and places do not move
          <li key={index}>
            {one === 'dots' ? (
              <span className={classes.dots}>…</span>
            ) : (
              <PageLink list={list} page={one} isCurrent={one === page} name={t('pages.page', { page: one })}>
                {one}
              </PageLink>
            )}
          </li>
        ))}
      </ol>
      <span className={classes.place}>{t('pages.place', { page, pages: pagesCount })}</span>
      <PageLink list={list} page={page + 1} isOff={page === pagesCount} name={t('pages.next')}>
        <ForwardIcon size={18} />
      </PageLink>
    </nav>
  );
}

type LinkProps = {
  list: string;
  page: number;
  name: string;
  isCurrent?: boolean;
  /** There is no such page. */
  isOff?: boolean;
  children: ReactNode;
};

function PageLink({ list, page, name, isCurrent = false, isOff = false, children }: LinkProps) {
  if (isOff) return <span className={classes.link} data-off />;
  return (
    <Link
      className={classes.link}
      to="."
      search={(search: object) => ({ ...search, [list]: page === 1 ? undefined : page })}
      resetScroll={false}
      aria-label={name}
      aria-current={isCurrent ? 'page' : undefined}
      activeProps={{ 'aria-current': isCurrent ? 'page' : undefined }}
    >
      {children}
    </Link>
  );
}
