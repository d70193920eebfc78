import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * For a route whose answers are compressed: text or JSON that no browser can be tricked into requesting with a customer's rights.
 * Calls carry their token in a header, and pages hold nothing secret. What a cookie opens, the provider and its pages, stays
 * uncompressed, because the length of a compressed answer reveals what it repeats (BREACH).
 */
export const COMPRESSED = { compress: { encodings: ['br', 'gzip'] } } satisfies RouteOptions;
type RouteOptions = { compress: { encodings: ('br' | 'gzip')[] } };

/** Enables `COMPRESSED` on routes; every other answer is sent uncompressed, and compressed requests are not accepted. */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false });
}
