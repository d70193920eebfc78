import { getProjects, PROJECTS_PAGE_SIZE, type Project } from '@keepsake/contracts/creations/projects';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Projects: unknown;
  }
}

/** A page of the customer's projects, starting at 1 [PRJ-06]. */
const projectsQuery = (accountId: string, page: number) =>
  queryOptions({
    queryKey: ['Projects', 'list', accountId, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { skip: (page - 1) * PROJECTS_PAGE_SIZE, limit: PROJECTS_PAGE_SIZE };
      return call(getProjects, { params: { accountId }, query }, { signal });
    },
  });

/** Maximum projects considered by other pages, most recently changed first. */
const MAX_COMPARED = 100;

/** The customer's projects for hints on other pages; empty while loading or after a failure. */
export function useAllProjects(accountId: string): readonly Project[] {
  const { data } = useQuery({
    queryKey: ['Projects', 'all', accountId],
    queryFn: ({ signal }) =>
      call(getProjects, { params: { accountId }, query: { limit: MAX_COMPARED } }, { signal }),
  });
  return data?.items ?? [];
}

/** Maximum deleted projects shown; earlier ones can be restored no longer than these. */
const MAX_DELETED = 100;

/** Deleted projects that can be restored. */
const deletedProjectsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['Projects', 'deleted', accountId],
    meta: { action: 'LOAD_DELETED_PROJECTS' },
    staleTime: 0,
    queryFn: ({ signal }) =>
      call(getProjects, { params: { accountId }, query: { limit: MAX_DELETED, deleted: true } }, { signal }),
  });

/** The state of the page: items, pages, pageSize, total and error [PRJ-05]. */
export function useProjects(accountId: string, requested: number) {
  const { data, error, isPlaceholderData, refetch } = useQuery(projectsQuery(accountId, requested));
  const deleted = useQuery(deletedProjectsQuery(accountId));
  const total = data?.total ?? 0;
  return {
    items: data?.items ?? null,
    pages: Math.max(1, Math.ceil(total / PROJECTS_PAGE_SIZE)),
    pageSize: PROJECTS_PAGE_SIZE,
    total,
    error: data ? null : error,
    /** While a page loads, the items are those of the previous page. */
    isTurning: isPlaceholderData,
    deleted: deleted.data?.items ?? [],
    retry: () => void refetch(),
  };
}
