import { usePagination } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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

/** Links to the pages of a list, each with its own address. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: ellipses have no other key, and positions are fixed
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
  /** Whether the target page does not exist. */
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
      activeOptions={{ exact: true }}
    >
      {children}
    </Link>
  );
}
