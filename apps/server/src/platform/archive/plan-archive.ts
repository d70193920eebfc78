import { createHash } from 'node:crypto';
import { type ArchiveEntry, requireEntry } from './archive-entry.ts';
import {
  directoryRecord,
  directoryRecordBytes,
  endRecords,
  localHeader,
  localHeaderBytes,
} from './zip-records.ts';

/** Incremented when the same entries produce different bytes, so that no download resumes in an archive of another format. */
const FORMAT = 1;

/**
 * Where everything in an archive lies, before any of it is made. An archive of n entries has 2n + 1 parts: the header and content
 * of each entry, the directory record of each entry, and the end records.
 */
export type ArchivePlan = {
  entries: readonly ArchiveEntry[];
  /** Offset of each part's first byte, followed by the length of the archive. */
  starts: Float64Array;
  /** Length of the archive in bytes. */
  bytes: number;
  /** A strong entity tag: equal for equal entries, different for any other content. */
  etag: string;
};

/**
 * Plans a zip of uncompressed entries in the given order, using 16 bytes per entry besides the entries. Throws a RangeError for
 * an invalid entry and for a duplicate name.
 */
export function planArchive(entries: readonly ArchiveEntry[]): ArchivePlan {
  const names = new Set<string>();
  const starts = new Float64Array(2 * entries.length + 2);
  let offset = 0;
  for (const [index, entry] of entries.entries()) {
    requireEntry(entry);
    names.add(entry.name);
    starts[index] = offset;
    offset += localHeaderBytes(entry) + entry.bytes;
  }
  if (names.size < entries.length) throw new RangeError('Two entries of an archive have the same name');
  const count = entries.length;
  const start = offset;
  for (const [index, entry] of entries.entries()) {
    starts[count + index] = offset;
    offset += directoryRecordBytes(entry, starts[index] ?? 0);
  }
  starts[2 * count] = offset;
  const bytes = offset + endRecords({ count, start, end: offset }).length;
  if (!Number.isSafeInteger(bytes)) throw new RangeError('An archive is too large');
  starts[2 * count + 1] = bytes;
  return { entries, starts, bytes, etag: etagOf(entries) };
}

/** Keys are written once, so a key stands for its content. */
function etagOf(entries: readonly ArchiveEntry[]): string {
  const hash = createHash('sha256').update(`${FORMAT}\n`);
  for (const { name, bytes, crc32, modifiedAt, source } of entries) {
    hash.update(JSON.stringify([name, bytes, crc32, modifiedAt, 'key' in source ? source.key : null]));
    if ('content' in source) hash.update(source.content);
  }
  return `"${hash.digest('base64url')}"`;
}

/** The part that contains a byte of the archive, by binary search. */
export function partAt({ starts }: ArchivePlan, offset: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The records at the beginning of a part: the whole part, unless it contains an entry's content. */
export function recordsOf({ entries, starts }: ArchivePlan, part: number): Buffer {
  const count = entries.length;
  const entry = entries[part % count];
  if (entry && part < count) return localHeader(entry);
  if (entry && part < 2 * count) return directoryRecord(entry, starts[part - count] ?? 0);
  return endRecords({ count, start: starts[count] ?? 0, end: starts[2 * count] ?? 0 });
}
