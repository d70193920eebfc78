import { usePagination } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackIcon, ForwardIcon } from '#/shared/ui/icons.tsx';
import classes from './page-links.module.css';

/** A list of the orders page, by its name in the address [ORD-05]. */
export type ListName = 'inProgress' | 'history';
export type OrdersSearch = { [List in ListName]?: number };

type Props = { list: ListName; label: string; page: number; pagesCount: number };

/** Leads to the pages of a list; each is an address of its own. */
export function PageLinks({ list, label, page, pagesCount }: Props) {
  const { t } = useTranslation();
  const { range } = usePagination({ total: pagesCount, page });
  if (pagesCount < 2) return null;
  return (
    <nav className={classes.pages} aria-label={label}>
      <PageLink list={list} page={page - 1} isOff={page === 1} name={t('orders.previousPage')}>
        <BackIcon size={18} />
      </PageLink>
      <ol className={classes.numbers}>
        {range.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots have nothing else, and places do not move
          <li key={index}>
            {one === 'dots' ? (
              <span className={classes.dots}>…</span>
            ) : (
              <PageLink
                list={list}
                page={one}
                isCurrent={one === page}
                name={t('orders.page', { page: one })}
              >
                {one}
              </PageLink>
            )}
          </li>
        ))}
      </ol>
      <span className={classes.place}>{t('orders.pageOf', { page, pages: pagesCount })}</span>
      <PageLink list={list} page={page + 1} isOff={page === pagesCount} name={t('orders.nextPage')}>
        <ForwardIcon size={18} />
      </PageLink>
    </nav>
  );
}

type LinkProps = {
  list: ListName;
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
      to="/orders"
      search={(search: OrdersSearch) => ({ ...search, [list]: page === 1 ? undefined : page })}
      resetScroll={false}
      aria-label={name}
      aria-current={isCurrent ? 'page' : undefined}
      activeProps={{ 'aria-current': isCurrent ? 'page' : undefined }}
    >
      {children}
    </Link>
  );
}
