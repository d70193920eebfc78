import { statfs } from 'node:fs/promises';

/** New bytes stop first; what finishes saved photos, such as their thumbnails, may take half of the reserve. */
type Purpose = 'new' | 'finishing';

/** Room that bytes were promised, until disposed of: by then they are written. */
export type TakenRoom = Disposable & { noteWritten(bytes: number): void };

export type DiskState = {
  freeBytes: number;
  /** Whether new bytes are refused, until so many bytes are free. */
  isFull: boolean;
  neededBytes: number;
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

type Options = {
  /** Folders whose disks count, the fullest alone; those that are missing do not. */
  folders: readonly string[];
  /** 0 keeps nothing free. */
  reserveBytes: number;
};

const NOTHING: TakenRoom = { noteWritten: () => undefined, [Symbol.dispose]: () => undefined };

export function createDiskRoom({ folders, reserveBytes }: Options): DiskRoom {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let measuring: Promise<number> = Promise.resolve(0);
  /** Bytes written since, and bytes that are still to come. */
  let written = 0;
  let promised = 0;
  let isFull = false;

  async function readFree(): Promise<number> {
    if (performance.now() - measuredAt >= MEASURED_MS) {
      measuredAt = performance.now();
      written = 0;
      measuring = measureFree(folders);
    }
    return (await measuring) - written;
  }
  async function state(): Promise<DiskState> {
    const freeBytes = await readFree();
    isFull = reserveBytes > 0 && freeBytes < reserveBytes + (isFull ? AGAIN_BYTES : LEAST_BYTES);
    return { freeBytes, isFull, neededBytes: reserveBytes + AGAIN_BYTES };
  }
  /** In one step with the promise: whoever comes in between counts. */
  function fits(bytes: number, purpose: Purpose, { freeBytes, isFull }: DiskState): boolean {
    if (reserveBytes === 0) return true;
    if (purpose === 'new' && isFull) return false;
    const kept = purpose === 'new' ? reserveBytes : reserveBytes / 2;
    return freeBytes - promised - bytes >= kept;
  }
  function promise(bytes: number): TakenRoom {
    let left = bytes;
    promised += left;
    function noteWritten(count: number) {
      const noted = Math.min(count, left);
      left -= noted;
      promised -= noted;
      written += noted;
    }
    return { noteWritten, [Symbol.dispose]: () => noteWritten(left) };
  }
  return {
    async take(bytes, purpose = 'new') {
      if (reserveBytes === 0) return NOTHING;
      const current = await state();
      if (!fits(bytes, purpose, current)) throw new DiskFull();
      return promise(bytes);
    },
    hasRoom: async (purpose) => fits(0, purpose, await state()),
    state,
  };
}

/** What an unprivileged process may still write to the fullest of the disks, in bytes. */
async function measureFree(folders: readonly string[]): Promise<number> {
  const free = await Promise.all(
    folders.map((folder) =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Number.POSITIVE_INFINITY,
      ),
    ),
  );
  return Math.min(...free);
}
