import { crc32 } from 'node:zlib';
import type { WallTime } from '../wall-time.ts';

/** One file in an archive. Its size and CRC-32 are known before any of it is read. */
export type ArchiveEntry = {
  /** Path in the archive, folders separated by slashes, as `safeNames` returns it. */
  name: string;
  bytes: number;
  /** CRC-32 of the content, an unsigned number as zlib's `crc32` returns it. */
  crc32: number;
  modifiedAt: WallTime;
  /** Where the content comes from: the object store, or memory. */
  source: { key: string } | { content: Uint8Array };
};

/** An entry whose bytes are made for the archive, such as a list of its contents. */
export function contentEntry({
  name,
  content,
  modifiedAt,
}: Pick<ArchiveEntry, 'name' | 'modifiedAt'> & { content: Uint8Array }): ArchiveEntry {
  return { name, bytes: content.byteLength, crc32: crc32(content), modifiedAt, source: { content } };
}

const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/;
/** Names that would leave the folder an archive is unpacked into, or that denote a folder. */
const UNSAFE_NAME = /^$|^\/|\/$|\/\/|\\|\0|(^|\/)\.\.?(\/|$)|^[a-z]:/i;
/** The format stores the length of a name in 16 bits. */
const MAX_NAME_BYTES = 0xffff;

/** Throws a RangeError, the caller's mistake, for an entry that does not fit the format or would unpack elsewhere. */
export function requireEntry({ name, bytes, crc32, modifiedAt, source }: ArchiveEntry): void {
  const isValid =
    !UNSAFE_NAME.test(name) &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES &&
    Number.isSafeInteger(bytes) &&
    bytes >= 0 &&
    crc32 === crc32 >>> 0 &&
    WALL_TIME.test(modifiedAt) &&
    ('key' in source || source.content.byteLength === bytes);
  if (!isValid) throw new RangeError(`Not an entry of an archive: ${JSON.stringify(name).slice(0, 200)}`);
}

/**
 * The content of an entry is missing or differs in size from what the entry says, so the archive cannot be made. The message is
 * logged and names only the key, because file names are customers' own data.
 */
export class ArchiveSourceError extends Error {
  readonly #entryName: string;

  constructor(entry: ArchiveEntry, reason: string, options?: ErrorOptions) {
    super(`The archive cannot have ${keyOf(entry)}: ${reason}`, options);
    this.name = 'ArchiveSourceError';
    this.#entryName = entry.name;
  }

  get entryName(): string {
    return this.#entryName;
  }
}

function keyOf({ source }: ArchiveEntry): string {
  return 'key' in source ? source.key : 'made in memory';
}
