import { statfs } from 'node:fs/promises';
import { startStopwatch } from './clock.ts';

/** New bytes stop first; what completes saved photos, such as their thumbnails, may use half of the reserve. */
type Purpose = 'new' | 'finishing';

/** Room promised to bytes about to be written. Dispose of it once they are written. */
export type TakenRoom = Disposable & { noteWritten(bytes: number): void };

/** What a disk can still take: bytes, and files (inodes); infinitely many if the file system does not count them. */
type Free = { bytes: number; files: number };

export type DiskState = {
  free: Free;
  /** Whether new bytes are refused until `needed` is free again. */
  isFull: boolean;
  needed: Free;
};

/** The disk below the data folder, with a reserve kept for the database (ADR 22). */
export type DiskRoom = {
  /** Promises room to bytes that are about to be written. Throws DiskFull. */
  take(bytes: number, purpose?: Purpose): Promise<TakenRoom>;
  /** Whether anything may be written for a purpose. */
  hasRoom(purpose: Purpose): Promise<boolean>;
  state(): Promise<DiskState>;
};

/** Thrown when the reserve is reached. It carries the code of a full disk: both are answered and retried alike. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
  constructor() {
    super('The disk has no room left for this');
    this.name = 'DiskFull';
  }
}

/** No space or no quota left, for us or for PostgreSQL (disk_full). */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether an error of a file, a bucket or the database means that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  const { code, $metadata } = (error ?? {}) as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return FULL.includes(code) || $metadata?.httpStatusCode === 507;
}

/** How long a measurement is reused, in milliseconds. */
const CACHE_MS = 1_000;
/** Larger than most photos: with less than this above the reserve, hardly any would fit. */
const MIN_FREE_BYTES = 16 * 1024 ** 2;
/** This much must be free before new bytes are accepted again; otherwise every deleted photo would admit another one. */
const RESUME_BYTES = 4 * MIN_FREE_BYTES;
/** A disk has one inode per this many bytes, the default of ext4: each amount of bytes implies a number of files. */
const BYTES_PER_FILE = 16 * 1024;
/** A larger reserve keeps no more files free: the database needs hardly any, and some disks have few inodes. */
const FILES_FOR_BYTES = 512 * 1024 ** 2;

function amountOf(reserve: number, margin = 0): Free {
  const files = Math.floor((Math.min(reserve, FILES_FOR_BYTES) + margin) / BYTES_PER_FILE);
  return { bytes: reserve + margin, files };
}

const minus = (one: Free, other: Free): Free => ({
  bytes: one.bytes - other.bytes,
  files: one.files - other.files,
});

const hasLess = (one: Free, other: Free) => one.bytes < other.bytes || one.files < other.files;

type Options = {
  /** Folders whose disks count; the fullest one decides, missing folders are ignored. */
  folders: readonly string[];
  /** 0 keeps nothing free. */
  reserveBytes: number;
};

/** Whoever takes room writes at most an original and its thumbnails, each through a temporary file. */
const FILES_OF_PHOTO = 8;

const NOTHING: TakenRoom = { noteWritten: () => undefined, [Symbol.dispose]: () => undefined };

export function createDiskRoom({ folders, reserveBytes }: Options): DiskRoom {
  const elapsed = startStopwatch();
  let measuredAt = Number.NEGATIVE_INFINITY;
  let measuring: Promise<Free> = Promise.resolve(amountOf(0));
  const { promised, written, promise } = createPromises();
  let isFull = false;

  async function readFree(): Promise<Free> {
    if (elapsed() - measuredAt >= CACHE_MS) {
      measuredAt = elapsed();
      Object.assign(written, amountOf(0));
      measuring = measureFree(folders);
    }
    return minus(await measuring, written);
  }
  async function state(): Promise<DiskState> {
    const free = await readFree();
    const margin = isFull ? RESUME_BYTES : MIN_FREE_BYTES;
    isFull = reserveBytes > 0 && hasLess(free, amountOf(reserveBytes, margin));
    return { free, isFull, needed: amountOf(reserveBytes, RESUME_BYTES) };
  }
  /** Checks and promises in one step, so that concurrent requests are counted. */
  function fits(wanted: Free, purpose: Purpose, { free, isFull }: DiskState): boolean {
    if (reserveBytes === 0) return true;
    if (purpose === 'new' && isFull) return false;
    const left = minus(minus(free, promised), wanted);
    return !hasLess(left, amountOf(purpose === 'new' ? reserveBytes : reserveBytes / 2));
  }
  return {
    async take(bytes, purpose = 'new') {
      if (reserveBytes === 0) return NOTHING;
      const current = await state();
      if (!fits({ bytes, files: FILES_OF_PHOTO }, purpose, current)) throw new DiskFull();
      return promise(bytes);
    },
    hasRoom: async (purpose) => fits({ bytes: 0, files: 0 }, purpose, await state()),
    state,
  };
}

/** What was written since the last measurement, and what is still to come. */
function createPromises() {
  const written: Free = { bytes: 0, files: 0 };
  const promised: Free = { bytes: 0, files: 0 };
  function promise(bytes: number): TakenRoom {
    let left = bytes;
    promised.bytes += bytes;
    promised.files += FILES_OF_PHOTO;
    function noteWritten(count: number) {
      const noted = Math.min(count, left);
      left -= noted;
      promised.bytes -= noted;
      written.bytes += noted;
    }
    return {
      noteWritten,
      [Symbol.dispose]() {
        noteWritten(left);
        promised.files -= FILES_OF_PHOTO;
        written.files += FILES_OF_PHOTO;
      },
    };
  }
  return { promised, written, promise };
}

/** What an unprivileged process may still write to the fullest of the disks. */
async function measureFree(folders: readonly string[]): Promise<Free> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder).catch(() => null)));
  const found = disks.filter((disk) => disk !== null);
  return {
    bytes: Math.min(...found.map(({ bavail, bsize }) => bavail * bsize)),
    files: Math.min(...found.map(({ files, ffree }) => (files > 0 ? ffree : Number.POSITIVE_INFINITY))),
  };
}
