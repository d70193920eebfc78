import path from 'node:path';
import { StartupError } from '../startup-error.ts';
import { createFileStore } from './file-store.ts';
import type { ObjectStore } from './object-store.ts';
import { parseS3Address } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';

type Options = { /** Null keeps files. */ storageUrl: string | null; dataDir: string };

/** The store that the settings name: a bucket, or files under `<dataDir>/objects`. Throws StartupError. */
export function createObjectStore({ storageUrl, dataDir }: Options): ObjectStore {
  if (!storageUrl) return createFileStore({ folder: path.join(dataDir, 'objects') });
  return createS3Store({ address: parseS3Address(storageUrl), scratchDir: path.join(dataDir, 'borrowed') });
}

type Storage = Pick<ObjectStore, 'check'>;
type WatchOptions = {
  /** Longest wait for an answer. */ limitMs?: number /** How long an answer is good. */;
  keepMs?: number;
};

/**
 * Says, as often as it is asked, whether the store answers: once in a few seconds by asking it. One that hangs counts as
 * away, and is not asked again before it has answered.
 */
export function watchStorage(storage: Storage, { limitMs = 2_000, keepMs = 3_000 }: WatchOptions = {}) {
  let asked: Promise<string | null> | null = null;

  function ask(): Promise<string | null> {
    asked ??= storage.check().finally(() => {
      setTimeout(() => {
        asked = null;
      }, keepMs).unref();
    });
    return asked;
  }
  return async function isStorageThere(): Promise<boolean> {
    return (await within(limitMs, ask())) === null;
  };
}

/** Throws StartupError with one sentence when photographs could not be kept. */
export async function requireStorage(
  storage: Storage,
  { limitMs = 20_000 }: WatchOptions = {},
): Promise<void> {
  const wrong = await within(limitMs, storage.check());
  if (wrong !== null) throw new StartupError(`${wrong}. See STORAGE_URL and DATA_DIR in README.md.`);
}

async function within(limitMs: number, check: Promise<string | null>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => resolve('The storage of the photographs does not answer'), limitMs);
  try {
    return await Promise.race([promise, check]);
  } finally {
    clearTimeout(timer);
  }
}
