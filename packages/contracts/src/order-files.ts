import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, id } from './fields.ts';

/** What a file of an order is for: the picture of a product, what was printed, its map, or the shop's own invoice. */
export const ORDER_FILE_PURPOSES = ['thumbnail', 'product.pdf', 'map.pdf', 'invoice.pdf'] as const;
export type OrderFilePurpose = (typeof ORDER_FILE_PURPOSES)[number];

/** Largest file of an order, in bytes. */
export const MAX_ORDER_FILE_BYTES = 100 * 1024 * 1024;

/**
 * Keeps a file of an order: of one of its products, or the invoice of the whole order. The same file again changes nothing,
 * another one takes its place. 404 for an order that is not known (yet): files come after it. 400 when the content has
 * another SHA-256 than said, 422 `not-a-photo` when a thumbnail is no picture, and `not-a-pdf`.
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
    /** Of the content, in hexadecimal digits. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** Required for all but the invoice, which has none. */
    productCode: z.optional(code),
  }),
  file: {
    types: ['image/jpeg', 'image/png', 'image/heic', 'application/pdf', 'application/octet-stream'],
    maxBytes: MAX_ORDER_FILE_BYTES,
  },
  response: z.object({ fileId: id, bytes: count }),
});
