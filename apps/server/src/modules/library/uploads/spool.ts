import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { removeOlder } from '../../../platform/scratch.ts';

/** Where a node keeps bytes until they become an object. */
export type Spool = {
  folder: string;
  /** The file of a part, named by upload and offset: after a crash, resuming on this node finds it. */
  pathOf(uploadId: string, offset: number): string;
  prepare(): Promise<void>;
  /** Removes files last changed before a time. */
  sweep(before: Date): Promise<void>;
};

export function createSpool(dataDir: string): Spool {
  const folder = path.join(dataDir, 'uploads');
  return {
    folder,
    pathOf: (uploadId, offset) => path.join(folder, `${uploadId}-${offset}`),
    async prepare() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    sweep: (before) => removeOlder(folder, before),
  };
}
