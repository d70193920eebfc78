import { crc32 } from 'node:zlib';
import type { WallTime } from '../wall-time.ts';

/** One file of an archive. Its size and CRC-32 are known before a byte of it is read. */
export type ArchiveEntry = {
  /** Path in the archive, folders before slashes: as `safeNames` answers them. */
  name: string;
  bytes: number;
  /** CRC-32 of the content, an unsigned number as zlib's `crc32` answers it. */
  crc32: number;
  modifiedAt: WallTime;
  /** Where the content is: in the object store, or here. */
  source: { key: string } | { content: Uint8Array };
};

/** An entry of bytes that are made for the archive, such as a list of what is in it. */
export function contentEntry({
  name,
  content,
  modifiedAt,
}: Pick<ArchiveEntry, 'name' | 'modifiedAt'> & { content: Uint8Array }): ArchiveEntry {
  return { name, bytes: content.byteLength, crc32: crc32(content), modifiedAt, source: { content } };
}

const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/;
/** Nothing that leaves the folder an archive is unpacked into, and no folder itself. */
const UNSAFE_NAME = /^$|^\/|\/$|\/\/|\\|\0|(^|\/)\.\.?(\/|$)|^[a-z]:/i;
/** The length of a name is a field of 16 bits. */
const MAX_NAME_BYTES = 0xffff;

/** Throws a RangeError for an entry that no archive can hold or that would unpack elsewhere: a mistake of the caller. */
export function requireEntry({ name, bytes, crc32, modifiedAt, source }: ArchiveEntry): void {
  const isGood =
    !UNSAFE_NAME.test(name) &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES &&
    Number.isSafeInteger(bytes) &&
    bytes >= 0 &&
    crc32 === crc32 >>> 0 &&
    WALL_TIME.test(modifiedAt) &&
    ('key' in source || source.content.byteLength === bytes);
  if (!isGood) throw new RangeError(`Not an entry of an archive: ${JSON.stringify(name).slice(0, 200)}`);
}

/** An entry's content is not there, or not what its size says: the archive cannot be made. */
export class ArchiveSourceError extends Error {
  readonly entryName: string;

  constructor(entry: ArchiveEntry, reason: string, options?: ErrorOptions) {
    super(`The archive cannot have "${entry.name}" (${keyOf(entry)}): ${reason}`, options);
    this.name = 'ArchiveSourceError';
    this.entryName = entry.name;
  }
}

function keyOf({ source }: ArchiveEntry): string {
  return 'key' in source ? source.key : 'made in memory';
}
