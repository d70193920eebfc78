import type { Readable } from 'node:stream';

/** Where bytes are kept: files under DATA_DIR or an S3 bucket. Keys are unguessable and written once. */
export type ObjectStore = {
  /** Stores a finished local file under a key, durably, and takes the file away. Repeating it is harmless. */
  putFile(key: string, file: string): Promise<void>;
  /** Stores a few bytes under a key, durably. */
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** Size in bytes, or null when nothing is there. */
  size(key: string): Promise<number | null>;
  /** A stream of the bytes from `start` to `end` inclusive; throws ObjectNotFound when nothing is there. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** The whole of a small object, such as a thumbnail, cheaper than by a stream; throws ObjectNotFound. */
  read(key: string): Promise<Buffer>;
  /** A path of this machine to read the object from, and what gives it back: a copy where the store is remote. */
  borrowFile(key: string): Promise<{ path: string; release(): Promise<void> }>;
  /** Removes objects; ones that are not there are no failure. */
  remove(keys: readonly string[]): Promise<void>;
  /** All keys below a prefix, for the audit. */
  list(prefix: string): AsyncIterable<{ key: string; bytes: number; changedAt: Date }>;
  /** A short sentence of what is wrong, or null: for the start and for readiness. */
  check(): Promise<string | null>;
  close(): Promise<void>;
};

export class ObjectNotFound extends Error {
  constructor(key: string) {
    super(`There is no object ${key}`);
    this.name = 'ObjectNotFound';
  }
}

/** Names of ASCII letters, digits, '-', '_' and '.', none beginning with a dot, between single slashes. */
const KEY = /^\w[\w.-]{0,127}(\/\w[\w.-]{0,127}){0,9}$/;

/** Keys are made by us alone; one that could leave the store's folder is a mistake and throws a RangeError. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`Not a key of an object: ${JSON.stringify(key).slice(0, 200)}`);
  return key;
}
