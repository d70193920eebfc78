import { statfs } from 'node:fs/promises';

/** New bytes stop first; what finishes saved photos, such as their thumbnails, may take half of the reserve. */
type Purpose = 'new' | 'finishing';

/** Room that bytes were promised, until disposed of: by then they are written. */
export type TakenRoom = Disposable & { noteWritten(bytes: number): void };

/** What a disk can still take: bytes, and files (inodes); infinitely many where the file system does not count them. */
type Free = { bytes: number; files: number };

export type DiskState = {
  free: Free;
  /** Whether new bytes are refused, until so much is free. */
  isFull: boolean;
  needed: Free;
};

/** The disk below the data folder, of which a reserve is left to the database (ADR 22). */
export type DiskRoom = {
  /** Promises room to bytes that are about to be written. Throws DiskFull. */
  take(bytes: number, purpose?: Purpose): Promise<TakenRoom>;
  /** Whether anything may be written for a purpose. */
  hasRoom(purpose: Purpose): Promise<boolean>;
  state(): Promise<DiskState>;
};

/** Thrown when the reserve is reached. It has the code of a disk without a free byte: both are answered and retried alike. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
  constructor() {
    super('The disk has no room left for this');
    this.name = 'DiskFull';
  }
}

/** No space and no quota left, for us or for PostgreSQL (disk_full). */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether an error of a file, a bucket or the database means that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  const { code, $metadata } = (error ?? {}) as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return FULL.includes(code) || $metadata?.httpStatusCode === 507;
}

/** Reuse of a measurement, in milliseconds. */
const MEASURED_MS = 1_000;
/** More than most photos have: with less above the reserve, hardly any would fit. */
const LEAST_BYTES = 16 * 1024 ** 2;
/** So much has to be free before new bytes are taken again, lest every deleted photo let another one in. */
const AGAIN_BYTES = 4 * LEAST_BYTES;
/** A disk has a file for so many bytes, as ext4 is made: each amount of bytes stands for as many files, too. */
const BYTES_PER_FILE = 16 * 1024;
/** A larger reserve keeps no more files: the database needs hardly any, and some disks are made with few. */
const FILES_FOR_BYTES = 512 * 1024 ** 2;

function amountOf(reserve: number, margin = 0): Free {
  const files = Math.floor((Math.min(reserve, FILES_FOR_BYTES) + margin) / BYTES_PER_FILE);
  return { bytes: reserve + margin, files };
}

const hasLess = (one: Free, other: Free) => one.bytes < other.bytes || one.files < other.files;

type Options = {
  /** Folders whose disks count, the fullest alone; those that are missing do not. */
  folders: readonly string[];
  /** 0 keeps nothing free. */
  reserveBytes: number;
};

/** Whoever takes room writes an original and its thumbnails at most, each by way of a file of its own. */
const FILES_OF_PHOTO = 8;

const NOTHING: TakenRoom = { noteWritten: () => undefined, [Symbol.dispose]: () => undefined };

export function createDiskRoom({ folders, reserveBytes }: Options): DiskRoom {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let measuring: Promise<Free> = Promise.resolve(amountOf(0));
  /** Written since, and still to come. */
  const written: Free = { bytes: 0, files: 0 };
  const promised: Free = { bytes: 0, files: 0 };
  let isFull = false;

  async function readFree(): Promise<Free> {
    if (performance.now() - measuredAt >= MEASURED_MS) {
      measuredAt = performance.now();
      Object.assign(written, { bytes: 0, files: 0 });
      measuring = measureFree(folders);
    }
    const { bytes, files } = await measuring;
    return { bytes: bytes - written.bytes, files: files - written.files };
  }
  async function state(): Promise<DiskState> {
    const free = await readFree();
    const margin = isFull ? AGAIN_BYTES : LEAST_BYTES;
    isFull = reserveBytes > 0 && hasLess(free, amountOf(reserveBytes, margin));
    return { free, isFull, needed: amountOf(reserveBytes, AGAIN_BYTES) };
  }
  /** In one step with the promise: whoever comes in between counts. */
  function fits(wanted: Free, purpose: Purpose, { free, isFull }: DiskState): boolean {
    if (reserveBytes === 0) return true;
    if (purpose === 'new' && isFull) return false;
    const left = {
      bytes: free.bytes - promised.bytes - wanted.bytes,
      files: free.files - promised.files - wanted.files,
    };
    return !hasLess(left, amountOf(purpose === 'new' ? reserveBytes : reserveBytes / 2));
  }
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

/** What an unprivileged process may still write to the fullest of the disks. */
async function measureFree(folders: readonly string[]): Promise<Free> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder).catch(() => null)));
  const found = disks.filter((disk) => disk !== null);
  return {
    bytes: Math.min(...found.map(({ bavail, bsize }) => bavail * bsize)),
    files: Math.min(...found.map(({ files, ffree }) => (files > 0 ? ffree : Number.POSITIVE_INFINITY))),
  };
}
