import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, id, sha256 } from '../platform/fields.ts';

/** Purposes of an order's file: a product's picture, its printed PDF, its map, or the shop's own invoice. */
export const ORDER_FILE_PURPOSES = ['thumbnail', 'product.pdf', 'map.pdf', 'invoice.pdf'] as const;
export type OrderFilePurpose = (typeof ORDER_FILE_PURPOSES)[number];

/** Maximum size of an order's file, in bytes. */
export const MAX_ORDER_FILE_BYTES = 100 * 1024 * 1024;

/**
 * Stores a file of an order: for one of its products, or the invoice of the whole order. The same file again changes nothing; a
 * different one replaces it. 404 for an order that is not known (yet), because files come after it. 400 when the content does
 * not match the given SHA-256, 422 `not-a-photo` for a thumbnail that is no picture, 422 `not-a-pdf`.
 */
export const putOrderFile = endpoint({
  name: 'putOrderFile',
  service: 'orders',
  method: 'PUT',
  path: '/order-files/{orderCode}/{purpose}',
  access: 'service',
  scope: 'files',
  params: z.object({ orderCode: code, purpose: z.enum(ORDER_FILE_PURPOSES) }),
  query: z.object({
    sha256,
    /** Required except for the invoice, which belongs to the whole order. */
    productCode: z.optional(code),
  }),
  file: {
    types: ['image/jpeg', 'image/png', 'image/heic', 'application/pdf', 'application/octet-stream'],
    maxBytes: MAX_ORDER_FILE_BYTES,
  },
  response: z.object({ fileId: id, bytes: count }),
  problems: ['not-a-photo', 'not-a-pdf'],
  sample: ({ orderCode, pictureSha256 }) => ({
    params: { orderCode, purpose: 'thumbnail' },
    query: { sha256: pictureSha256, productCode: 'PAP_910' },
  }),
});
