import { Button, Loader } from '@mantine/core';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type QueryMeta,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './paged-list.module.css';
import { ErrorState } from './ui/error-state.tsx';

/** Response of an endpoint with `fields.cursor` in its query. */
type Page = { cursor: string | null };

type Paged<P extends Page> = {
  queryKey: QueryKey;
  meta?: QueryMeta;
  /** Loads the page at a cursor, or the first one. */
  load(cursor: string | undefined, signal: AbortSignal): Promise<P>;
};

/** The query of a cursor-paged list, for `useInfiniteQuery` and `PagedList`. */
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
  /** Message shown when the first page fails to load. */
  failed: string;
  /** Renders the pages, or placeholders while the first one loads (null). */
  children: (pages: readonly P[] | null) => ReactNode;
};

/** A list that loads further pages as its end approaches [ALB-10], and shows a failure there. */
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

/** How far below the viewport the next page is requested, so that the end stays out of sight. */
const AHEAD = '800px';

/** Loads the next page as the end approaches; after a failure only on request. */
function useMoreOnScroll<P>(list: List<P>): RefObject<HTMLDivElement | null> {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(() => void fetchNextPage());
  const isWaiting = hasNextPage && !isFetching && !isFetchNextPageError;
  const pagesCount = data?.pages.length ?? 0;
  // `pagesCount` re-runs this: a page that arrives immediately never shows as fetching, and the end may still be near.
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
