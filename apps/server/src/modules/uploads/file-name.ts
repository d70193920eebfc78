import path from 'node:path';
import { MAX_FILE_NAME_BYTES } from '@keepsake/contracts';

/** Controls, and marks that turn the direction of writing so that `gpj.exe` reads as `exe.jpg`. */
const INVISIBLE = /[\p{Cc}\u200B\u200E\u200F\u061C\u2028-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const FALLBACK = 'photo';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A name the customer recognises and nothing trips over: no folders, no controls, composed letters, at most
 * MAX_FILE_NAME_BYTES with the extension kept.
 */
export function safeFileName(given: string): string {
  const visible = given.toWellFormed().normalize('NFC').replace(INVISIBLE, '');
  const name = (visible.split(/[/\\]/).at(-1) ?? '').replace(/^\s+|[\s.]+$/g, '');
  return shorten(name) || FALLBACK;
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_FILE_NAME_BYTES) return name;
  const given = path.extname(name);
  const extension = Buffer.byteLength(given) <= 16 ? given : '';
  let room = MAX_FILE_NAME_BYTES - Buffer.byteLength(extension);
  let kept = '';
  for (const { segment } of graphemes.segment(name.slice(0, name.length - extension.length))) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept.trimEnd() + extension;
}
