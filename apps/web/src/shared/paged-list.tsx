import { Button, Loader } from '@mantine/core';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './paged-list.module.css';
import { ErrorState } from './ui/error-state.tsx';

/** What an endpoint with `fields.cursor` in its query answers. */
type Page = { cursor: string | null };

type Paged<P extends Page> = {
  queryKey: QueryKey;
  meta?: { action: string };
  /** Loads the page behind a cursor, or the first one. */
  load(cursor: string | undefined, signal: AbortSignal): Promise<P>;
};

/** The query of a list that pages by cursor, for `useInfiniteQuery` and `PagedList`. */
export function pagedQuery<P extends Page>({ queryKey, meta, load }: Paged<P>) {
  return infiniteQueryOptions({
    queryKey,
    meta,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    getNextPageParam: ({ cursor }) => cursor,
  });
}

type List<P> = UseInfiniteQueryResult<InfiniteData<P>>;
type Props<P> = {
  list: List<P>;
  /** Why there is nothing to see when the first page fails. */
  failed: string;
  /** Draws the pages, and placeholders for null while the first one loads. */
  children: (pages: readonly P[] | null) => ReactNode;
};

/** A list that loads on as its end comes near [ALB-10], and says at its end when that fails. */
export function PagedList<P extends Page>({ list, failed, children }: Props<P>) {
  if (list.isError && !list.data) {
    return <ErrorState error={list.error} message={failed} onRetry={() => void list.refetch()} />;
  }
  return (
    <>
      {children(list.data?.pages ?? null)}
      <ListEnd list={list} />
    </>
  );
}

function ListEnd<P>({ list }: { list: List<P> }) {
  const { t } = useTranslation();
  const end = useMoreOnScroll(list);
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  return (
    <div ref={end} className={classes.end}>
      {isFetchingNextPage && !isFetchNextPageError && (
        <span role="status">
          <Loader size={24} aria-label={t('shell.loading')} />
        </span>
      )}
      {isFetchNextPageError && (
        <>
          <p role="alert">{t('errors.moreFailed')}</p>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('errors.tryAgain')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Distance below the window at which the next page loads, so that the end stays out of sight. */
const AHEAD = '800px';

/** Loads the next page as the end comes near; after a failure only when asked to. */
function useMoreOnScroll<P>(list: List<P>): RefObject<HTMLDivElement | null> {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(() => void fetchNextPage());
  const isWaiting = hasNextPage && !isFetching && !isFetchNextPageError;
  const pagesCount = data?.pages.length ?? 0;
  // A page that comes at once is never seen being fetched, and the end may be near still: it is looked at anew.
  useEffect(() => {
    if (pagesCount === 0 || !isWaiting || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting, pagesCount]);
  return end;
}
