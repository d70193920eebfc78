import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, instant } from '../platform/fields.ts';

/** How many shared albums the customer can read, and how many of the customer's own albums others can read. */
export const getSharedCounts = endpoint({
  name: 'getSharedCounts',
  service: 'sharedAlbums',
  method: 'GET',
  path: '/users',
  response: z.object({
    readAlbumsCount: count,
    grantedAlbumsCount: count,
    created: z.optional(instant),
    updated: z.optional(instant),
  }),
});
