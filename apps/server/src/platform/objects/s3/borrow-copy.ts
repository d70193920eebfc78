import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '../object-store.ts';

type Deps = Pick<ObjectStore, 'open' | 'size'> & { scratchDir: string };

/** Copies an object to a local file until it is released. A copy that came short is a failure, never a file. */
export async function borrowCopy({ open, size, scratchDir }: Deps, key: string) {
  const source = await open(key);
  await mkdir(scratchDir, { recursive: true, mode: 0o700 });
  const file = path.join(scratchDir, randomUUID());
  const release = () => rm(file, { force: true });
  try {
    const target = createWriteStream(file, { mode: 0o600 });
    await pipeline(source, target);
    if (target.bytesWritten !== (await size(key))) throw new Error(`The object ${key} was read in part`);
    return { path: file, release };
  } catch (error) {
    await release();
    throw error;
  }
}
