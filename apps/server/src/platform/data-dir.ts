import { mkdir, realpath, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from './ids.ts';
import { StartupError } from './startup-error.ts';

/**
 * Creates the data folder if it is missing and checks that it is writable and has space. Returns its real path, without symbolic
 * links. Throws StartupError.
 */
export async function prepareDataDir(dataDir: string, minimumFreeBytes = 0): Promise<string> {
  const folder = path.resolve(dataDir);
  const probe = path.join(folder, `.probe-${newId()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, 'a few bytes, so that a full disk is noticed');
  } catch (error) {
    throw new StartupError(describeFailure(folder, error), { cause: error });
  } finally {
    // A probe that stays takes a few bytes; why it does is what the write has said.
    await rm(probe, { force: true }).catch(() => undefined);
  }
  await requireFreeSpace(folder, minimumFreeBytes);
  return await realpath(folder);
}

/** Creates a folder and its parents. Node's own recursive mkdir never returns below /proc (seen in 26.10). */
async function makeFolder(folder: string): Promise<void> {
  try {
    await makeInParent(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    await makeFolder(path.dirname(folder));
    await makeInParent(folder);
  }
}

async function makeInParent(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // What cannot be looked at is not there for us.
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isThere) throw error; // some systems fail with EISDIR or EROFS where the folder exists
  }
}

async function requireFreeSpace(folder: string, minimumFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= minimumFreeBytes) return;
  throw new StartupError(
    `The disk of the data folder ${folder} has ${toMegabytes(free)} MB free and Keepsake needs at least ` +
      `${toMegabytes(minimumFreeBytes)} MB: free some space, or choose another folder with DATA_DIR.`,
  );
}

function describeFailure(folder: string, error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk of the data folder ${folder} is full: free some space, or choose another folder with DATA_DIR.`;
  }
  if (code === 'ENOENT') {
    return `The data folder ${folder} cannot be created in that place: choose another with DATA_DIR.`;
  }
  return (
    `The data folder ${folder} cannot be written (${code}): ` +
    'give this user the right to write it, or choose another folder with DATA_DIR.'
  );
}

function toMegabytes(bytes: number): string {
  return Math.floor(bytes / 1_000_000).toLocaleString('en-GB');
}
