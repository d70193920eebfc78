import path from 'node:path';
import { findCycles, findFolderCycles } from './cycles.ts';
import { readImports, type Sources } from './imports.ts';
import { isTest } from './layers.ts';

const MAX_LINES = 300;
const SMALL_LINES = 25;
const MIN_FOLDER_FILES = 5;
const MAX_ROOM_FILES = 40;

export type Shape = {
  files: number;
  median: number;
  /** Ninetieth percentile of lines. */
  ninetieth: number;
  /** Files under 25 lines, apart from those that a rule wants: doors of rooms, what a module takes, and an address each. */
  small: number;
  tooLong: string[];
  /** Folders below a module or feature with fewer than five files. */
  thinFolders: string[];
  /** Modules and features with more files than one room holds. */
  largeRooms: string[];
  fileCycles: number;
  folderCycles: number;
};

/**
 * Measures the production files among the sources: their number and length, and whether folders are large enough to be
 * justified.
 */
export function measureShape(sources: Sources): Shape {
  const production = [...sources].filter(([file]) => isProduction(file));
  const lengths = production.map(([, text]) => linesOf(text)).toSorted((a, b) => a - b);
  const imports = readImports(sources).filter(({ from, to }) => isProduction(from) && isProduction(to));
  return {
    files: production.length,
    median: lengths[Math.floor(lengths.length / 2)] ?? 0,
    ninetieth: lengths[Math.floor(lengths.length * 0.9)] ?? 0,
    small: production.filter(
      ([file, text]) =>
        !/\/(index|deps)\.ts$|^apps\/web\/src\/routes\//.test(file) && linesOf(text) < SMALL_LINES,
    ).length,
    tooLong: production.filter(([, text]) => linesOf(text) > MAX_LINES).map(([file]) => file),
    thinFolders: listThinFolders(production.map(([file]) => file)),
    largeRooms: listLargeRooms(production.map(([file]) => file)),
    fileCycles: findCycles(imports).length,
    folderCycles: findFolderCycles(imports).length,
  };
}

export const linesOf = (text: string) => text.split('\n').length - 1;

export const isProduction = (file: string) =>
  /^(apps|packages)\//.test(file) &&
  !isTest(file) &&
  !/\.gen\.ts$|\.d\.ts$|\/demo\/|database-types\.ts$/.test(file);

function listThinFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (/\/(modules|features)\/[^/]+\/[^/]+\/.+\//.test(file)) {
      const folder = path.posix.dirname(file);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, count]) => count < MIN_FOLDER_FILES).map(([folder]) => folder);
}

function listLargeRooms(files: readonly string[]): string[] {
  const rooms = files.flatMap((file) => /^.*\/(modules|features)\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  const sizes = [...Map.groupBy(rooms, (room) => room)];
  return sizes.flatMap(([room, { length }]) => (length > MAX_ROOM_FILES ? room : []));
}
