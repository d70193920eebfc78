import { randomUUID } from 'node:crypto';
import { mkdir, opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from './clock.ts';
import { HOUR_MS } from './durations.ts';

/** Longer than any job needs a folder. */
const KEPT_MS = HOUR_MS;

export type ScratchFolder = AsyncDisposable & { path: string };

/** Makes an empty folder below `DATA_DIR/scratch`, for what a process needs on disk until it disposes of it. */
export async function makeScratchFolder(dataDir: string): Promise<ScratchFolder> {
  const folder = path.join(rootOf(dataDir), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Removes files and folders that were last changed before a time; those that vanish meanwhile are no failure. */
export async function removeOlder(folder: string, before: Date): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const found = path.join(folder, entry.name);
    const { mtime = before } = (await stat(found).catch(() => null)) ?? {};
    if (mtime < before) await rm(found, { recursive: true, force: true });
  }
}

type Options = {
  dataDir: string;
  /** Whether no other process uses the data folder: then all that is there was left by dead ones. */
  isAlone: boolean;
  log: Logger;
};

/** Removes what killed processes left in the scratch folder, now and every hour. */
export async function sweepScratch({ dataDir, isAlone, log }: Options): Promise<{ stop(): void }> {
  async function sweep(before: number) {
    await removeOlder(rootOf(dataDir), new Date(before)).catch((error) => {
      if (error.code !== 'ENOENT') log.warn({ err: error }, 'the scratch folder was not swept');
    });
  }
  await sweep(systemClock().getTime() - (isAlone ? 0 : KEPT_MS));
  const timer = setInterval(() => sweep(systemClock().getTime() - KEPT_MS), HOUR_MS).unref();
  return { stop: () => clearInterval(timer) };
}

function rootOf(dataDir: string): string {
  return path.join(dataDir, 'scratch');
}
