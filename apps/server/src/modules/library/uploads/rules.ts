import path from 'node:path';
import { FILE_EXTENSION, MAX_FILE_NAME_BYTES, PHOTO_EXTENSIONS } from '@keepsake/contracts/platform/limits';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { NAMELESS, shortenFileName, visibleCharacters } from '../../../platform/file-names.ts';
import type { ImageFormat } from '../../../platform/images/image.ts';

/** An upload without progress for this long is removed. */
export const EXPIRES_AFTER_MS = DAY_MS;
/** Limits of what one customer may have open at a time: uploads, and the bytes announced with them. */
export const MAX_OPEN_UPLOADS = 2_000;
export const MAX_OPEN_BYTES = 40 * 1024 ** 3;
/** Files that phones may send with one code. */
export const MAX_TRANSFERRED = 2_000;
/** Parts of one upload; a connection would have to break a thousand times. */
export const MAX_PARTS = 1_000;
/** How long a closed upload still gives the same answer. */
export const REMEMBERED_FOR_MS = 7 * DAY_MS;
/** How long after its end the objects of an upload are purged: by then every request that could write them is over. */
export const PURGE_AFTER_MS = 30 * MINUTE_MS;

/**
 * A name that the customer recognises and every system accepts: without folders and control characters, with composed letters, at
 * most MAX_FILE_NAME_BYTES long with its extension kept.
 */
export function safeFileName(given: string): string {
  const name = (visibleCharacters(given).split(/[/\\]/).at(-1) ?? '').replace(/^\s+|[\s.]+$/g, '');
  return shortenFileName(name, MAX_FILE_NAME_BYTES) || NAMELESS;
}

/** The first extension of a format is given to names with a different one, or none. */
const EXTENSIONS: Record<ImageFormat, readonly [string, ...string[]]> = PHOTO_EXTENSIONS;

/**
 * The name of a photo, with an extension that matches its content: once it has left the library, a computer opens it by its name
 * alone and must not take it for anything but a picture. Migration 0021 does the same for earlier photos.
 */
export function photoFileName(fileName: string, format: ImageFormat): string {
  if (hasExtensionOf(fileName, format)) return fileName;
  const given = path.extname(fileName);
  const stem = FILE_EXTENSION.test(given) ? fileName.slice(0, -given.length) : fileName;
  if (hasExtensionOf(stem, format)) return stem;
  const [extension] = EXTENSIONS[format];
  return shortenFileName(stem, MAX_FILE_NAME_BYTES - extension.length) + extension;
}

const hasExtensionOf = (fileName: string, format: ImageFormat) =>
  EXTENSIONS[format].includes(path.extname(fileName).toLowerCase());
