import path from 'node:path';
import { NAMELESS, shortenFileName, visibleCharacters } from '../file-names.ts';

/** Far below the 255 of file systems, because unpackers add folders and suffixes. */
const MAX_NAME_BYTES = 200;
/** Folder separators, and characters that Windows refuses in a name. */
const FORBIDDEN = /[/\\<>:"|?*]/g;
/** Leading dots hide a file. Windows drops trailing dots and spaces, so distinct names become one. */
const EDGES = /^[\s.]+|[\s.]+$/g;
/** Windows devices, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

type NamedFile = {
  name: string;
  /** The only folder level there is. */
  folder?: string;
};

type NamingOptions = {
  /** Names already in use. */
  taken?: Iterable<string>;
  /** Longest name in UTF-8 bytes. */
  maxBytes?: number;
  /** Folders have no extension: a dot in their names is part of the name. */
  areFolders?: boolean;
};

/**
 * Chooses the names in one folder, one after the other: valid on every system, inside their folder, and distinct even when case
 * is ignored. The same names in the same order give the same result. A taken name gets ' (2)', ' (3)' and so on before its
 * extension.
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

/** Paths in an archive, one per file in order, named by `createNaming`. No file has the name of a folder. */
export function safeNames(files: readonly NamedFile[]): string[] {
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
  return shortenFileName(name, maxBytes).replace(EDGES, '') || NAMELESS;
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

/**
 * Equal for names that some file system considers the same. Lower case before upper case is full case folding, with `ẞ` as `ß` as
 * `SS`; without the dot of `İ`, as where languages disagree about the cases of i.
 */
function folded(name: string): string {
  return name.normalize('NFD').toLowerCase().toUpperCase().normalize('NFD').replaceAll('I\u0307', 'I');
}
