import path from 'node:path';
import { shortenFileName, visibleCharacters } from '../file-names.ts';

/** Far below the 255 that file systems take: unpackers put folders before it and suffixes behind. */
const MAX_NAME_BYTES = 200;
const FALLBACK = 'photo';
/** Separators of folders, and what Windows refuses in a name. */
const FORBIDDEN = /[/\\<>:"|?*]/g;
/** Leading dots hide a file; Windows drops trailing ones and spaces, and two names become one. */
const EDGES = /^[\s.]+|[\s.]+$/g;
/** Devices of Windows, whatever stands behind the first dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

type Named = { name: string /** One folder that it is put into. */; folder?: string };

/**
 * Paths for an archive, one for each file in their order: names that every system can write, that stay in the folder
 * they are unpacked into, and that are different wherever capitals and small letters are the same. The same files give
 * the same names. A name that is taken gets ' (2)', ' (3)' and so on before its extension.
 */
export function safeNames(files: readonly Named[]): string[] {
  const paths = files.map(({ name, folder }) => ({
    name: safeName(name),
    folder: folder && safeName(folder),
  }));
  const taken = new Set(paths.flatMap(({ folder }) => (folder ? [folded(folder)] : [])));
  const counts = new Map<string, number>();
  return paths.map(({ name, folder }) => {
    const prefix = folder ? `${folder}/` : '';
    const first = folded(prefix + name);
    let count = counts.get(first) ?? 1;
    let free = prefix + name;
    while (taken.has(folded(free))) free = prefix + numbered(name, ++count);
    counts.set(first, count);
    taken.add(folded(free));
    return free;
  });
}

function safeName(given: string): string {
  const plain = visibleCharacters(given).replace(FORBIDDEN, '_').replace(EDGES, '');
  const name = DEVICE.test(plain) ? `_${plain}` : plain;
  return shortenFileName(name, MAX_NAME_BYTES).replace(EDGES, '') || FALLBACK;
}

function numbered(name: string, count: number): string {
  const suffix = ` (${count})`;
  const short = shortenFileName(name, MAX_NAME_BYTES - suffix.length);
  const extension = path.extname(short);
  return `${short.slice(0, short.length - extension.length)}${suffix}${extension}`;
}

/** What names have in common that a file system takes for one. */
function folded(name: string): string {
  return name.toUpperCase().normalize('NFC');
}
