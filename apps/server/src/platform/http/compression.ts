import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * For a route whose answers are compressed: text or JSON that nobody's browser can be made to ask for with a customer's
 * rights. Calls carry their token in a header, and pages hold nothing secret. What a cookie opens, the provider and its
 * pages, stays as it is, because the length of a compressed answer tells what it repeats (BREACH).
 */
export const COMPRESSED = { compress: { encodings: ['br', 'gzip'] } } satisfies RouteOptions;
type RouteOptions = { compress: { encodings: ('br' | 'gzip')[] } };

/** Lets routes have `COMPRESSED`; every other answer is sent as it is, and no request may be compressed. */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false });
}
