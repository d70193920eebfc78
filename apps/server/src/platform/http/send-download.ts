import { pipeline, Readable, Transform } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../objects/object-store.ts';
import { Problem } from '../problem.ts';

type Download = {
  /** Media type. */
  type: string;
  fileName: string;
  /** Whether the browser shows it if it can; otherwise it is saved. */
  isShown?: boolean;
  bytes: number;
  /** A strong entity tag, with quotes, for an address whose bytes may change. */
  etag?: string;
  modifiedAt?: Date;
  /** The bytes of the range, or all of them without one. */
  open(range?: ByteRange): Promise<Readable>;
};

/**
 * Answers with a file of known length, whole or the requested range (RFC 9110 §14): 200, 206, or 416 by a Problem. HEAD gets the
 * headers of the whole file. Content of a different length breaks off the connection, even before its first byte. `If-Range` with
 * another tag, or with a date, which is too coarse to promise the same bytes, gets the whole file.
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, fileName, isShown = false, bytes, etag, modifiedAt, open }: Download,
): Promise<FastifyReply> {
  const isHead = request.method === 'HEAD';
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === etag;
  const range = isSame && !isHead ? parseRange(request.headers.range, bytes) : null;
  const length = range ? range.end - range.start + 1 : bytes;
  // Without a stream Fastify would answer HEAD with a length of 0.
  const content = isHead ? Readable.from([]) : requireLength(await open(range ?? undefined), length);
  // Otherwise a stream that ends before its first byte would be answered as a server error, which a retry may not meet.
  reply.raw.once('pipe', () => reply.raw.flushHeaders());
  if (etag) reply.header('etag', etag);
  if (modifiedAt) reply.header('last-modified', modifiedAt.toUTCString());
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  return reply
    .type(type)
    .header('accept-ranges', 'bytes')
    .header(
      'content-disposition',
      contentDisposition(fileName.toWellFormed(), { type: isShown ? 'inline' : 'attachment' }),
    )
    .header('content-length', length)
    .send(content);
}

/**
 * Passes the bytes through and fails as soon as there are fewer or more than promised. Otherwise the client of a short answer
 * waits until the connection ends.
 */
function requireLength(content: Readable, length: number): Readable {
  let left = length;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? new Error(`What is downloaded has more than ${length} bytes`) : null, chunk);
    },
    flush: (done) => done(left > 0 ? new Error(`What is downloaded lacks ${left} of ${length} bytes`) : null),
  });
  // What fails reaches Fastify with `checked`, and is reported there.
  return pipeline(content, checked, () => undefined);
}

/**
 * The range that a `Range` header requests of `size` bytes (RFC 9110). Null for none, several and anything not understood, which
 * get the whole file. Throws `range-not-satisfiable` beyond the end. Does not use the package range-parser (1.3), which rejects a
 * suffix longer than the whole.
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
