import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, ids } from './fields.ts';

const service = 'tempSelections';

/** Keeps a selection of the customer's own photos, in its order, for a print editor to fetch within some days. */
export const createTempSelection = endpoint({
  name: 'createTempSelection',
  service,
  method: 'POST',
  path: '/temp-selections',
  idempotencyKey: 'optional',
  body: z.object({ photoIds: ids }),
  response: z.object({ tempSelectionId: id }),
});

/** Photos that were deleted meanwhile are left out. 404 once it has expired. */
export const getTempSelection = endpoint({
  name: 'getTempSelection',
  service,
  method: 'GET',
  path: '/temp-selections/{tempSelectionId}',
  params: z.object({ tempSelectionId: id }),
  response: z.object({ photoIds: z.array(id) }),
});
