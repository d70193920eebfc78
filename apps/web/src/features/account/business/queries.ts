import { getBusiness } from '@keepsake/contracts/account/business';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Business: unknown;
  }
}

/** The firm of a business customer. */
export const businessQuery = queryOptions({
  queryKey: ['Business'],
  meta: { action: 'LOAD_BUSINESS' },
  queryFn: ({ signal }) => call(getBusiness, {}, { signal }),
});
