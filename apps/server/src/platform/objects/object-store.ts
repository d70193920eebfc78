import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { DiskRoom } from '../disk-room.ts';

/** Where bytes are stored: files under DATA_DIR or an S3 bucket. Keys are unguessable, and originals are written once. */
export type ObjectStore = {
  /**
   * Stores a finished local file under a key, durably, and removes the local file. Idempotent. A handle of the file that is still
   * open for writing saves opening it again, and may be closed here.
   */
  putFile(key: string, file: string, handle?: FileHandle): Promise<void>;
  /** Stores a few bytes under a key, durably. */
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** CRC-32 of an object that the store itself verifies and keeps with it; null if it does not, or has no such object. */
  checksum(key: string): Promise<number | null>;
  /** A stream of the object or a range of it, empty if the range begins beyond its end. Throws ObjectNotFound. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole of a small object, such as a thumbnail; cheaper than a stream. Throws ObjectNotFound. */
  read(key: string): Promise<Buffer>;
  /** A local path to read the object from until disposed of: a copy if the store is remote. */
  borrowFile(key: string): Promise<BorrowedFile>;
  /** Removes objects, ignoring those already gone. False while nothing may be removed: keep the keys and retry later. */
  remove(keys: readonly string[]): Promise<boolean>;
  /** False while the database does not belong to the store: its rows say nothing about the objects then. */
  mayRemove(): Promise<boolean>;
  /** All objects whose key begins with the prefix, for the audit. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** To be asked before customers' bytes are written to this machine, whether they stay here or go to a bucket. */
  room: DiskRoom;
  /** A short sentence about what is wrong, or null; used at the start and for readiness. */
  check(): Promise<string | null>;
  close(): Promise<void>;
};

export type BorrowedFile = AsyncDisposable & { path: string };
/** First and last byte, both inclusive. */
export type ByteRange = { start: number; end: number };
export type StoredObject = { key: string; bytes: number; changedAt: Date };

export class ObjectNotFound extends Error {
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = 'ObjectNotFound';
  }
}

/** The store is away, refuses or gives an unexpected answer: a later attempt may succeed. */
export class StorageFailure extends Error {
  constructor(cause: unknown) {
    super(`The storage failed: ${cause instanceof Error ? cause.message || cause.name : cause}`, { cause });
    this.name = 'StorageFailure';
  }
}

/** Whether a disk cannot read one of its sectors: the store is there, the bytes are not. */
export function isUnreadable(error: unknown): boolean {
  const { code, cause } = error as NodeJS.ErrnoException;
  return code === 'EIO' || (cause as NodeJS.ErrnoException | undefined)?.code === 'EIO';
}

/** Names of ASCII letters, digits, '-', '_' and '.', none beginning with a dot, between single slashes. */
const KEY = /^\w[\w.-]{0,127}(\/\w[\w.-]{0,127}){0,9}$/;

/** Only we create keys. One that could leave the store's folder is our mistake and throws a RangeError. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`Not a key of an object: ${JSON.stringify(key).slice(0, 200)}`);
  return key;
}
