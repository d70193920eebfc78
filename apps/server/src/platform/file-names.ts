import path from 'node:path';
import { withoutInvisible } from '@keepsake/contracts/platform/plain-text';

/** The name of a photo of which nothing is left once it is safe. */
export const NAMELESS = 'photo';
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Longer suffixes are not extensions. */
const MAX_EXTENSION_BYTES = 16;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The visible characters of a name, composed (NFC): marks of direction would make 'gpj.exe' read as 'exe.jpg'. */
export function visibleCharacters(name: string): string {
  return withoutInvisible(name.toWellFormed().normalize('NFC')).replace(CONTROLS, '');
}

/** Shortens a name to `maxBytes` of UTF-8, between characters and before its extension. */
export function shortenFileName(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const given = path.extname(name);
  const extension = Buffer.byteLength(given) <= MAX_EXTENSION_BYTES ? given : '';
  let room = maxBytes - Buffer.byteLength(extension);
  let stored = '';
  for (const { segment } of graphemes.segment(name.slice(0, name.length - extension.length))) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    stored += segment;
  }
  return stored.trimEnd() + extension;
}
