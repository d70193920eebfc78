import { createHash } from 'node:crypto';
import { type ArchiveEntry, requireEntry } from './archive-entry.ts';
import {
  directoryRecord,
  directoryRecordBytes,
  endRecords,
  localHeader,
  localHeaderBytes,
} from './zip-records.ts';

/** Counted up when the same entries get other bytes, so that no download goes on in an archive of the other kind. */
const FORMAT = 1;

/**
 * Where everything in an archive is, without any of it being made. An archive of n entries has 2n + 1 parts: each
 * entry's header with its content, each entry's directory record, and the end.
 */
export type ArchiveLayout = {
  entries: readonly ArchiveEntry[];
  /** Offset of each part's first byte, and behind them the archive's length. */
  starts: Float64Array;
  /** Length of the archive in bytes. */
  bytes: number;
  /** A strong entity tag: the same entries give the same, any other content another. */
  etag: string;
};

/**
 * Lays out a zip of stored entries in their order. 8 times 2 bytes an entry, beside the entries.
 * Throws a RangeError for an entry that cannot be, and for a name that is there twice.
 */
export function layOutArchive(entries: readonly ArchiveEntry[]): ArchiveLayout {
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

/** The part that a byte of the archive is in, found by halving. */
export function partAt({ starts }: ArchiveLayout, offset: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The records that a part begins with; all of it, unless it is an entry's. */
export function recordsOf({ entries, starts }: ArchiveLayout, part: number): Buffer {
  const count = entries.length;
  const entry = entries[part % count];
  if (entry && part < count) return localHeader(entry);
  if (entry && part < 2 * count) return directoryRecord(entry, starts[part - count] ?? 0);
  return endRecords({ count, start: starts[count] ?? 0, end: starts[2 * count] ?? 0 });
}
