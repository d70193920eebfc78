import { lstat, mkdir, opendir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { type Clock, HOUR_MS } from './clock.ts';
import { newId } from './ids.ts';

/** Longer than any job needs a folder. */
const LIFETIME_MS = HOUR_MS;

export type ScratchFolder = AsyncDisposable & { path: string };

/** Creates an empty folder below `DATA_DIR/scratch` for a process's temporary files until disposed of. */
export async function makeScratchFolder(dataDir: string): Promise<ScratchFolder> {
  const folder = path.join(rootOf(dataDir), newId());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Removes files and folders last changed before a time; ones that vanish in the meantime are no failure. */
export async function removeOlder(folder: string, before: Date): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const found = path.join(folder, entry.name);
    const { mtime = before } = (await stat(found).catch(() => null)) ?? {};
    if (mtime < before) await rm(found, { recursive: true, force: true });
  }
}

type Options = {
  dataDir: string;
  /** Where earlier releases created folders. */
  temporaryDir?: string;
  /** Whether no other process uses the data folder: then everything in it was left by dead ones. */
  isAlone: boolean;
  log: Logger;
  /** The clock by which files are dated. */
  clock: Clock;
};

/** Removes what killed processes left in the scratch folder, now and every hour, and once what earlier releases left. */
export async function sweepScratch(options: Options): Promise<{ stop(): void }> {
  const { dataDir, temporaryDir = tmpdir(), isAlone, log, clock } = options;
  async function sweep(work: Promise<void>) {
    await work.catch((error) => {
      if (error.code !== 'ENOENT') log.warn({ err: error }, 'the scratch folder was not swept');
    });
  }
  const old = () => new Date(clock().getTime() - LIFETIME_MS);
  await sweep(removeOlder(rootOf(dataDir), isAlone ? clock() : old()));
  await sweep(removeBorrowed(path.join(dataDir, 'borrowed'), old()));
  await sweep(removeOldThumbnails(temporaryDir, old()));
  const timer = setInterval(() => sweep(removeOlder(rootOf(dataDir), old())), HOUR_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/** Copies of objects, in the place where earlier releases made them. */
async function removeBorrowed(folder: string, before: Date): Promise<void> {
  await removeOlder(folder, before);
  if ((await readdir(folder)).length === 0) await rmdir(folder);
}

/** A folder as `mkdtemp` named it in earlier releases, which made thumbnails outside the data folder. */
const OLD_THUMBNAILS = /^keepsake-thumbnails-[A-Za-z0-9]{6}$/;

/** A shared folder: only this user's folders are removed, and links are not followed. */
async function removeOldThumbnails(temporaryDir: string, before: Date): Promise<void> {
  for await (const { name } of await opendir(temporaryDir)) {
    if (!OLD_THUMBNAILS.test(name)) continue;
    const folder = path.join(temporaryDir, name);
    const found = await lstat(folder).catch(() => null);
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    if (found.mtime < before) await rm(folder, { recursive: true, force: true });
  }
}

function rootOf(dataDir: string): string {
  return path.join(dataDir, 'scratch');
}
