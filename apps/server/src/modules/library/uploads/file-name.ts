import path from 'node:path';
import { MAX_FILE_NAME_BYTES } from '@keepsake/contracts';
import { shortenFileName, visibleCharacters } from '../../../platform/file-names.ts';
import type { ImageFormat } from '../../../platform/images/image.ts';

const FALLBACK = 'photo';

/**
 * A name the customer recognises and nothing trips over: no folders, no controls, composed letters, at most
 * MAX_FILE_NAME_BYTES with the extension kept.
 */
export function safeFileName(given: string): string {
  const name = (visibleCharacters(given).split(/[/\\]/).at(-1) ?? '').replace(/^\s+|[\s.]+$/g, '');
  return shortenFileName(name, MAX_FILE_NAME_BYTES) || FALLBACK;
}

const EXTENSIONS: Record<ImageFormat, string> = { jpeg: '.jpg', png: '.png', heic: '.heic' };
/** '.2' of 'Holiday 1.2' is none. */
const EXTENSION = /^\.[a-z][a-z0-9]{1,4}$/i;

/** The name of a photo; one without an extension gets that of its content, so that it opens where it is downloaded to. */
export function photoFileName(fileName: string, format: ImageFormat): string {
  if (EXTENSION.test(path.extname(fileName))) return fileName;
  const extension = EXTENSIONS[format];
  return shortenFileName(fileName, MAX_FILE_NAME_BYTES - extension.length) + extension;
}
