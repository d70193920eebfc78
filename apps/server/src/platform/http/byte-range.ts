import { Problem } from '../problem.ts';

/** Inclusive positions of bytes. */
export type ByteRange = { start: number; end: number };

/**
 * The one range that a `Range` header asks of `size` bytes (RFC 9110); null for none, for several and for what is not
 * understood: then the whole is sent. Throws `range-not-satisfiable` beyond the end.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end)
    throw new Problem('range-not-satisfiable', { headers: { 'content-range': `bytes */${size}` } });
  return { start, end };
}
