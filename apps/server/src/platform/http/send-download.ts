import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

type Download = {
  /** Media type. */
  type: string;
  fileName: string;
  bytes: number;
  /** A strong entity tag with its quotes, where an address may come to give other bytes. */
  etag?: string;
  modifiedAt?: Date;
  /** The bytes of a range, of all without one. */
  open(range?: ByteRange): Promise<Readable>;
};

/**
 * Answers with an attachment of known length, whole or the one range that is asked for (RFC 9110 §14): 200, 206 or,
 * by a Problem, 416. HEAD gives the headers of the whole. `If-Range` with another tag than ours, or with a date, which
 * is too coarse to promise the same bytes, gives the whole.
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
  // Without a stream Fastify would answer a HEAD with a length of 0.
  const content = isHead ? Readable.from([]) : await open(range ?? undefined);
  if (etag) reply.header('etag', etag);
  if (modifiedAt) reply.header('last-modified', modifiedAt.toUTCString());
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  return reply
    .type(type)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', attachmentNamed(fileName))
    .header('content-length', range ? range.end - range.start + 1 : bytes)
    .send(content);
}

/** Inclusive positions of bytes. */
export type ByteRange = { start: number; end: number };

/**
 * The one range that a `Range` header asks of `size` bytes (RFC 9110); null for none, for several and for what is not
 * understood: then the whole is sent. Throws `range-not-satisfiable` beyond the end.
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

/** `attachment` with a file name: plain ASCII for old clients and UTF-8 (RFC 6266) for the others. */
function attachmentNamed(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
