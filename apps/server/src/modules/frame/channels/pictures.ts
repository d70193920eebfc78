import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Size, sizeOfPng } from './png.ts';
import { faultOfSvg, sizeOfSvg } from './svg.ts';

/** A brand's picture file as it is served. */
export type Picture = {
  bytes: Buffer;
  type: 'image/svg+xml' | 'image/png';
  extension: 'svg' | 'png';
  version: string;
};

/** A page loads the logo before its photos. */
const MAX_BYTES = 100_000;
/** There is no more room beside a phone's menu. */
const MAX_LOGO_RATIO = 8;
const MIN_PIXELS = 32;
const MAX_PIXELS = 2_000;

/** Reads a logo, or an icon, which is square. Returns one sentence if it is not valid. */
export async function readPicture(file: string, kind: 'logo' | 'icon'): Promise<Picture | string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => error);
  if (bytes instanceof Error)
    return bytes.code === 'ENOENT' ? 'is not there' : `cannot be read: ${bytes.message}`;
  if (bytes.length > MAX_BYTES) return `is larger than ${MAX_BYTES / 1000} kB`;
  const isSvg = file.endsWith('.svg');
  const size = isSvg ? readSvg(bytes) : readPng(bytes);
  if (typeof size === 'string') return size;
  const fault = faultOfSize(size, kind);
  if (fault) return fault;
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  return isSvg
    ? { bytes, type: 'image/svg+xml', extension: 'svg', version }
    : { bytes, type: 'image/png', extension: 'png', version };
}

function readSvg(bytes: Buffer): Size | string {
  const text = bytes.toString('utf8');
  return (
    faultOfSvg(text) ??
    sizeOfSvg(text) ??
    'does not say how large it is: an <svg> has a viewBox, or width and height'
  );
}

function readPng(bytes: Buffer): Size | string {
  const size = sizeOfPng(bytes);
  if (!size) return 'is not a PNG that can be drawn';
  const { width, height } = size;
  return Math.min(width, height) < MIN_PIXELS || Math.max(width, height) > MAX_PIXELS
    ? `has ${width} × ${height} pixels; each side has ${MIN_PIXELS} to ${MAX_PIXELS}`
    : size;
}

function faultOfSize({ width, height }: Size, kind: 'logo' | 'icon'): string | null {
  const ratio = width / height;
  if (kind === 'icon')
    return Math.abs(ratio - 1) < 0.01 ? null : `is ${width} × ${height}, and an icon is square`;
  return ratio >= 0.5 && ratio <= MAX_LOGO_RATIO
    ? null
    : `is ${width} × ${height}; a logo is at most ${MAX_LOGO_RATIO} times as wide as high, and twice as high as wide`;
}
