// Queries about the customer's library that several features use.
import { getActivation } from '@keepsake/contracts/library/legacy-import';
import { getCounts, getUser } from '@keepsake/contracts/library/photos';
import { getStorageStatus } from '@keepsake/contracts/library/retention';
import { queryOptions } from '@tanstack/react-query';
import { explainInvalid } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';

/** Number of photos and albums [HDR-11], and the quota if there is one; refreshed by every change to photos. */
export const countsQuery = queryOptions({
  queryKey: ['User', 'counts'],
  meta: { action: 'LOAD_COUNTS' },
  queryFn: ({ signal }) => call(getCounts, {}, { signal }),
});

/** How often a running deletion is polled, in case its push messages are lost. */
const DELETION_POLL_MS = 2_000;

/** The customer and, while one is running, the deletion of the whole library. */
export const userQuery = queryOptions({
  queryKey: ['User', 'user'],
  queryFn: ({ signal }) => call(getUser, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.deletion ? DELETION_POLL_MS : false),
});

/** Polling interval while an import or a deletion runs [ACT-06], in milliseconds. */
const ACTIVATION_POLL_MS = 4_000;
const RUNNING = ['IMPORTING', 'DELETING'];
/** The specification's message for an activation status that violates its schema [ACT-10]. */
export const INVALID_ACTIVATION = 'Failed to parse response!';

/** The activation status of the library [ACT-04]. */
export const activationQuery = queryOptions({
  queryKey: ['User', 'activation'],
  meta: { action: 'LOAD_ACTIVATION' },
  queryFn: ({ signal }) => explainInvalid(call(getActivation, {}, { signal }), INVALID_ACTIVATION),
  refetchInterval: ({ state }) => (RUNNING.includes(state.data?.status ?? '') ? ACTIVATION_POLL_MS : false),
});

/** How long the customer's photos are kept; `isMock` requests sample data for demonstrations. */
export const storageStatusQuery = ({ isMock = false } = {}) =>
  queryOptions({
    queryKey: ['Storage', 'status', isMock],
    meta: { action: 'LOAD_STORAGE_STATUS' },
    queryFn: ({ signal }) => call(getStorageStatus, { query: { mock: isMock } }, { signal }),
  });
