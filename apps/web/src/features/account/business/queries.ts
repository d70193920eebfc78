import { getBusiness } from '@keepsake/contracts/account/business';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/shared/api/call.ts';

/** The firm of a business customer. */
export const businessQuery = queryOptions({
  queryKey: ['Account', 'business'],
  meta: { action: 'LOAD_BUSINESS' },
  queryFn: ({ signal }) => call(getBusiness, {}, { signal }),
});
