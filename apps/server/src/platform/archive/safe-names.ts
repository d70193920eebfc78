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

type NamingOptions = {
  /** Names that are taken already. */
  taken?: Iterable<string>;
  /** Longest name in UTF-8 bytes. */
  maxBytes?: number;
  /** Names of folders have no extension: what is behind their last dot stays together with the rest. */
  areFolders?: boolean;
};

/**
 * Gives out the names of one folder, one after the other: names that every system can write, that stay in their folder,
 * and that are different wherever capitals and small letters are the same. The same names in the same order give the
 * same. A name that is taken gets ' (2)', ' (3)' and so on before its extension.
 */
export function createNaming({
  taken: given = [],
  maxBytes = MAX_NAME_BYTES,
  areFolders = false,
}: NamingOptions = {}): (name: string) => string {
  const taken = new Set([...given].map(folded));
  const counts = new Map<string, number>();
  return (wanted) => {
    const name = safeName(wanted, maxBytes);
    const first = folded(name);
    let count = counts.get(first) ?? 1;
    let free = name;
    while (taken.has(folded(free))) free = numbered(name, ++count, { maxBytes, areFolders });
    counts.set(first, count);
    taken.add(folded(free));
    return free;
  };
}

/** Paths for an archive, one for each file in their order, as `createNaming` names them; a folder and a file never meet. */
export function safeNames(files: readonly Named[]): string[] {
  const folders = files.map(({ folder }) => folder && safeName(folder, MAX_NAME_BYTES));
  const namings = new Map([['', createNaming({ taken: folders.filter((folder) => folder !== undefined) })]]);
  return files.map(({ name }, index) => {
    const folder = folders[index] ?? '';
    const naming = namings.get(folded(folder)) ?? createNaming();
    namings.set(folded(folder), naming);
    return folder ? `${folder}/${naming(name)}` : naming(name);
  });
}

function safeName(given: string, maxBytes: number): string {
  const plain = visibleCharacters(given).replace(FORBIDDEN, '_').replace(EDGES, '');
  const name = DEVICE.test(plain) ? `_${plain}` : plain;
  return shortenFileName(name, maxBytes).replace(EDGES, '') || FALLBACK;
}

function numbered(
  name: string,
  count: number,
  { maxBytes, areFolders }: Required<Omit<NamingOptions, 'taken'>>,
) {
  const suffix = ` (${count})`;
  const short = shortenFileName(name, maxBytes - suffix.length);
  const extension = areFolders ? '' : path.extname(short);
  return `${short.slice(0, short.length - extension.length)}${suffix}${extension}`;
}

/** What names have in common that a file system takes for one. */
function folded(name: string): string {
  return name.toUpperCase().normalize('NFC');
}
