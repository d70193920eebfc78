import { getStorageStatus } from '@keepsake/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** How long the customer's photos are kept; `isMock` asks for the made-up account of a demonstration. */
export const storageStatusQuery = ({ isMock = false } = {}) =>
  queryOptions({
    queryKey: ['Storage', 'status', isMock],
    meta: { action: 'LOAD_STORAGE_STATUS' },
    queryFn: ({ signal }) => call(getStorageStatus, { query: { mock: isMock } }, { signal }),
  });
