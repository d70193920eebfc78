import type { WallTime } from '../wall-time.ts';
import type { ArchiveEntry } from './archive-entry.ts';

/**
 * The records of a zip according to PKWARE's APPNOTE 6.3.10, for entries stored without compression. A number that does not fit
 * its field of 32 or 16 bits is all ones there and goes into a zip64 record. Smaller archives have no such records, because old
 * programs fail on them. Sizes and offsets are safe integers.
 */
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_RECORD_BYTES = 46;
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
/** Extracting needs version 2.0, or 4.5 for zip64. Made by 6.3 on Unix, so that programs read the mode below. */
const VERSION = 20;
const VERSION_ZIP64 = 45;
const MADE_BY = (3 << 8) | 63;
/** A regular file, rw-r--r--. */
const MODE = 0o100644;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
const ZIP64_EXTRA = 0x0001;

const is32Bit = (value: number) => value < MAX_32;
const to32Bit = (value: number) => (is32Bit(value) ? value : MAX_32);

/** Length of the record before an entry's content. */
export function localHeaderBytes(entry: ArchiveEntry): number {
  return LOCAL_HEADER_BYTES + Buffer.byteLength(entry.name) + extraBytes(localExtras(entry));
}

/** The record before an entry's content. */
export function localHeader(entry: ArchiveEntry): Buffer {
  const extras = localExtras(entry);
  const record = Buffer.alloc(localHeaderBytes(entry));
  record.writeUInt32LE(0x04034b50, 0);
  writeShared(record, 4, entry, extras);
  record.write(entry.name, LOCAL_HEADER_BYTES);
  writeExtra(record, extras);
  return record;
}

/** Length of an entry's record in the central directory. */
export function directoryRecordBytes(entry: ArchiveEntry, offset: number): number {
  return DIRECTORY_RECORD_BYTES + Buffer.byteLength(entry.name) + extraBytes(directoryExtras(entry, offset));
}

/** An entry's record in the central directory; its local header is at `offset`. */
export function directoryRecord(entry: ArchiveEntry, offset: number): Buffer {
  const extras = directoryExtras(entry, offset);
  const record = Buffer.alloc(directoryRecordBytes(entry, offset));
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY, 4);
  writeShared(record, 6, entry, extras);
  record.writeUInt32LE((MODE << 16) >>> 0, 38);
  record.writeUInt32LE(to32Bit(offset), 42);
  record.write(entry.name, DIRECTORY_RECORD_BYTES);
  writeExtra(record, extras);
  return record;
}

/** The fields that the local header and the directory record share, from the version needed on. */
function writeShared(record: Buffer, at: number, entry: ArchiveEntry, extras: number[]): void {
  const { date, time } = dosTimeOf(entry.modifiedAt);
  record.writeUInt16LE(extras.length > 0 ? VERSION_ZIP64 : VERSION, at);
  record.writeUInt16LE(FLAGS, at + 2);
  record.writeUInt16LE(time, at + 6);
  record.writeUInt16LE(date, at + 8);
  record.writeUInt32LE(entry.crc32, at + 10);
  record.writeUInt32LE(to32Bit(entry.bytes), at + 14);
  record.writeUInt32LE(to32Bit(entry.bytes), at + 18);
  record.writeUInt16LE(Buffer.byteLength(entry.name), at + 22);
  record.writeUInt16LE(extraBytes(extras), at + 24);
}

/** A local header has both sizes or neither (APPNOTE 4.5.3); they are equal, because nothing is compressed. */
function localExtras({ bytes }: ArchiveEntry): number[] {
  return is32Bit(bytes) ? [] : [bytes, bytes];
}

function directoryExtras(entry: ArchiveEntry, offset: number): number[] {
  return [...localExtras(entry), ...(is32Bit(offset) ? [] : [offset])];
}

function extraBytes(extras: number[]): number {
  return extras.length === 0 ? 0 : 4 + extras.length * 8;
}

/** Fills the end of a record with the zip64 numbers. */
function writeExtra(record: Buffer, extras: number[]): void {
  if (extras.length === 0) return;
  let at = record.length - extraBytes(extras);
  at = record.writeUInt16LE(ZIP64_EXTRA, at);
  at = record.writeUInt16LE(extras.length * 8, at);
  for (const value of extras) at = record.writeBigUInt64LE(BigInt(value), at);
}

/** `start` is the offset of the first byte, `end` that of the byte after the last. */
type Directory = { count: number; start: number; end: number };

/** The record after the central directory, preceded by the two zip64 records if a number needs them. */
export function endRecords({ count, start, end }: Directory): Buffer {
  const bytes = end - start;
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(Math.min(count, MAX_16), 8);
  record.writeUInt16LE(Math.min(count, MAX_16), 10);
  record.writeUInt32LE(to32Bit(bytes), 12);
  record.writeUInt32LE(to32Bit(start), 16);
  if (count < MAX_16 && is32Bit(bytes) && is32Bit(start)) return record;
  return Buffer.concat([zip64EndRecords({ count, start, end }), record]);
}

/** The zip64 end of central directory record and its locator. */
function zip64EndRecords({ count, start, end }: Directory): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(56n - 12n, 4);
  record.writeUInt16LE(MADE_BY, 12);
  record.writeUInt16LE(VERSION_ZIP64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(end - start), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(end), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** The earliest and latest times that the format can express. */
const FIRST = { date: (1 << 5) | 1, time: 0 };
const LAST = { date: (127 << 9) | (12 << 5) | 31, time: (23 << 11) | (59 << 5) | 29 };

/**
 * A wall time in MS-DOS format, in steps of two seconds, from 1980 to 2107. That is wall time too and needs no zone. The extended
 * timestamp that zips may also carry is an instant in UTC, which is seldom known for photos.
 */
function dosTimeOf(wallTime: WallTime): { date: number; time: number } {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wallTime
    .split(/[-T:.]/)
    .map(Number);
  if (year < 1980) return FIRST;
  if (year > 2107) return LAST;
  return {
    date: ((year - 1980) << 9) | (month << 5) | day,
    time: (hour << 11) | (minute << 5) | (second >> 1),
  };
}
