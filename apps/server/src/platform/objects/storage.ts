import path from 'node:path';
import type { Logger } from 'pino';
import { createCircuitBreaker } from '../circuit-breaker.ts';
import { createDiskRoom } from '../disk-room.ts';
import { StartupError } from '../startup-error.ts';
import { failFast, isUnanswered } from './fail-fast.ts';
import { createFileStore } from './file-store.ts';
import { nameFailures } from './name-failures.ts';
import type { ObjectStore } from './object-store.ts';
import { parseS3Address } from './s3-address.ts';

type Options = {
  /** Null keeps objects as files. */
  storageUrl: string | null;
  dataDir: string;
  /** Bytes of the data folder's disk reserved for the database. */
  diskReserveBytes?: number;
  /** Maximum time without receiving a byte from a bucket. */
  silentMs?: number;
  /** Maximum time before a bucket begins to answer what is read. */
  answerMs?: number;
  log?: Pick<Logger, 'info' | 'error'>;
};

/** Longer than any answer of a bucket that works. */
const READ_ANSWER_MS = 5_000;
/** For commands, which end with what they meet. */
const SILENT = { info: () => undefined, error: () => undefined };

/**
 * The store that the configuration names: a bucket, or files under `<dataDir>/objects`. Throws StartupError. The S3 client takes
 * 15 MB and is loaded only if there is a bucket.
 */
export async function createObjectStore({
  storageUrl,
  dataDir,
  diskReserveBytes = 0,
  silentMs,
  answerMs = READ_ANSWER_MS,
  log = SILENT,
}: Options): Promise<ObjectStore> {
  const folder = path.join(dataDir, 'objects');
  const folders = [dataDir, folder, path.join(dataDir, 'postgres')];
  const room = createDiskRoom({ folders, reserveBytes: diskReserveBytes });
  if (!storageUrl) return nameFailures(createFileStore({ folder, room }));
  const address = parseS3Address(storageUrl);
  const { createS3Store } = await import('./s3-store.ts');
  const store = createS3Store({ address, dataDir, room, silentMs, answerMs });
  return nameFailures(failFast(store, createCircuitBreaker({ service: 'storage', log, isUnanswered })));
}

type Storage = Pick<ObjectStore, 'check'>;
type WatchOptions = {
  /** Longest wait for an answer. */
  limitMs?: number;
  /** How long an answer is reused. */
  keepMs?: number;
};

/** Throws StartupError with one sentence if the storage cannot take photos. */
export async function requireStorage(
  storage: Storage,
  { limitMs = 20_000 }: WatchOptions = {},
): Promise<void> {
  const wrong = await checkWithin(limitMs, storage.check());
  if (wrong !== null) throw new StartupError(`${wrong}. See STORAGE_URL and DATA_DIR in docs/settings.md.`);
}

/**
 * Tells at any time whether the storage answers, asking it once every few seconds at most. A storage that hangs counts as away,
 * and is not asked again until it has answered.
 */
export function watchStorage(storage: Storage, { limitMs = 1_500, keepMs = 3_000 }: WatchOptions = {}) {
  let pending: Promise<string | null> | null = null;

  function ask(): Promise<string | null> {
    pending ??= storage.check().finally(() => {
      setTimeout(() => {
        pending = null;
      }, keepMs).unref();
    });
    return pending;
  }
  return async function isStorageThere(): Promise<boolean> {
    return (await checkWithin(limitMs, ask())) === null;
  };
}

async function checkWithin(limitMs: number, check: Promise<string | null>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => resolve('The storage of the photos does not answer'), limitMs);
  try {
    return await Promise.race([promise, check]);
  } finally {
    clearTimeout(timer);
  }
}
