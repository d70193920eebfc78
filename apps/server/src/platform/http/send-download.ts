import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../objects/object-store.ts';
import { Problem } from '../problem.ts';

type Download = {
  /** Media type. */
  type: string;
  fileName: string;
  bytes: number;
  /** A strong entity tag with its quotes, for an address whose bytes may change. */
  etag?: string;
  modifiedAt?: Date;
  /** The bytes of the range, or all of them without one. */
  open(range?: ByteRange): Promise<Readable>;
};

/**
 * Answers with an attachment of known length, whole or the one range asked for (RFC 9110 §14): 200, 206, or 416 by a
 * Problem. HEAD gets the headers of the whole. `If-Range` with another tag, or with a date, which is too coarse to promise
 * the same bytes, gets the whole.
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, fileName, bytes, etag, modifiedAt, open }: Download,
): Promise<FastifyReply> {
  const isHead = request.method === 'HEAD';
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === etag;
  const range = isSame && !isHead ? parseRange(request.headers.range, bytes) : null;
  // Without a stream Fastify would answer HEAD with a length of 0.
  const content = isHead ? Readable.from([]) : await open(range ?? undefined);
  if (etag) reply.header('etag', etag);
  if (modifiedAt) reply.header('last-modified', modifiedAt.toUTCString());
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  return reply
    .type(type)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', contentDisposition(fileName.toWellFormed()))
    .header('content-length', range ? range.end - range.start + 1 : bytes)
    .send(content);
}

/**
 * The range that a `Range` header asks of `size` bytes (RFC 9110). Null for none, several and anything not understood:
 * the whole is sent then. Throws `range-not-satisfiable` beyond the end. Not the package range-parser (1.3), which
 * refuses a suffix longer than the whole.
 */
function parseRange(header: string | undefined, size: number): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end)
    throw new Problem('range-not-satisfiable', { headers: { 'content-range': `bytes */${size}` } });
  return { start, end };
}
