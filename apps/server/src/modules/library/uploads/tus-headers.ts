import type { IncomingHttpHeaders } from 'node:http';
import { MAX_PHOTO_BYTES } from '@keepsake/contracts/platform/limits';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { safeFileName } from './rules.ts';

export const TUS_VERSION = '1.0.0';
export const PART_TYPE = 'application/offset+octet-stream';

/** Throws `precondition-failed` unless the client speaks our version of the protocol. */
export function requireVersion(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] === TUS_VERSION) return;
  throw new Problem('precondition-failed', { headers: { 'tus-version': TUS_VERSION } });
}

/** Upload-Length: decimal digits only; `too-large` above MAX_PHOTO_BYTES. */
export function uploadLengthOf(headers: IncomingHttpHeaders): number {
  const length = digitsOf(headers, 'upload-length');
  if (length > MAX_PHOTO_BYTES)
    throw new Problem('too-large', { detail: `A file can have at most ${MAX_PHOTO_BYTES} bytes` });
  return length;
}

export function uploadOffsetOf(headers: IncomingHttpHeaders): number {
  return digitsOf(headers, 'upload-offset');
}

/** Content-Length, or null for a body of unknown length. */
export function contentLengthOf(headers: IncomingHttpHeaders): number | null {
  return headers['content-length'] === undefined ? null : digitsOf(headers, 'content-length');
}

/** Upload-Metadata is a list of `key base64`; we only use the file name. */
export function fileNameOf(headers: IncomingHttpHeaders): string {
  const value = headers['upload-metadata'];
  if (value === undefined || value === '') return safeFileName('');
  const pairs = new Map<string, string>();
  for (const part of String(value).split(',')) {
    const [, key = '', encoded = ''] = /^\s*([!-+\--~]+)(?: ([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(part) ?? [];
    if (key === '' || pairs.has(key)) throw invalid('Upload-Metadata');
    pairs.set(key, encoded);
  }
  return safeFileName(Buffer.from(pairs.get('filename') ?? '', 'base64').toString('utf8'));
}

function digitsOf(headers: IncomingHttpHeaders, name: string): number {
  const value = String(headers[name] ?? '');
  if (!/^\d{1,30}$/.test(value)) throw invalid(name);
  return Number(value);
}

const invalid = (header: string) => faultyField(`headers.${header.toLowerCase()}`, 'Not valid');
