import path from 'node:path';
import { createFileStore } from './file-store.ts';
import type { ObjectStore } from './object-store.ts';
import { parseS3Address } from './s3/s3-address.ts';
import { createS3Store } from './s3/s3-store.ts';

type Options = { /** Null keeps files. */ storageUrl: string | null; dataDir: string };

/** The store that the settings name: a bucket, or files under `<dataDir>/objects`. Throws StartupError. */
export function createObjectStore({ storageUrl, dataDir }: Options): ObjectStore {
  if (!storageUrl) return createFileStore({ folder: path.join(dataDir, 'objects') });
  return createS3Store({ address: parseS3Address(storageUrl), scratchDir: path.join(dataDir, 'borrowed') });
}
