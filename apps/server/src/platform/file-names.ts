import path from 'node:path';

/** Controls, and marks that turn the direction of writing so that `gpj.exe` reads as `exe.jpg`. */
const INVISIBLE = /[\p{Cc}\u200B\u200E\u200F\u061C\u2028-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
/** A longer one is no extension and not worth keeping. */
const MAX_EXTENSION_BYTES = 16;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a name that a reader sees, composed; no controls, no marks that turn the direction. */
export function visibleCharacters(name: string): string {
  return name.toWellFormed().normalize('NFC').replace(INVISIBLE, '');
}

/** A name of at most so many UTF-8 bytes: shortened between characters and before its extension. */
export function shortenFileName(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const given = path.extname(name);
  const extension = Buffer.byteLength(given) <= MAX_EXTENSION_BYTES ? given : '';
  let room = maxBytes - Buffer.byteLength(extension);
  let kept = '';
  for (const { segment } of graphemes.segment(name.slice(0, name.length - extension.length))) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept.trimEnd() + extension;
}
