import { createReadStream, readFile } from 'node:fs';
import {
  constants,
  copyFile,
  type FileHandle,
  open,
  opendir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type DiskRoom, isDiskFull } from '../disk-room.ts';
import { newId } from '../ids.ts';
import { createDurableFolders, createFolderSync } from './durable-folders.ts';
import { ObjectNotFound, type ObjectStore, requireKey, type StoredObject } from './object-store.ts';

/** Bytes per read: fewer, larger reads than the default of 64 kB. */
const READ_BYTES = 256 * 1024;
/** More than the threads that serve them, so that no thread waits for us. */
const REMOVALS_AT_ONCE = 32;
/** The callback version costs half as much as the promise version, which opens a handle. */
const readWhole = promisify(readFile);

/** Objects as files below a folder, with their key as the path. */
export function createFileStore({ folder, room }: { folder: string; room: DiskRoom }): ObjectStore {
  const pathOf = (key: string) => path.join(folder, requireKey(key));
  async function size(key: string) {
    const found = await stat(pathOf(key)).catch(nullIfMissing);
    return found?.isFile() ? found.size : null;
  }
  return {
    ...createWriter(folder, pathOf),
    size,
    checksum: async () => null,
    async open(key, range) {
      const handle = await open(pathOf(key), 'r').catch((error) => rethrowAsMissing(key, error));
      return createReadStream('', { fd: handle, highWaterMark: READ_BYTES, ...range });
    },
    async read(key) {
      return readWhole(pathOf(key)).catch((error) => rethrowAsMissing(key, error));
    },
    async borrowFile(key) {
      if ((await size(key)) === null) throw new ObjectNotFound(key);
      return { path: pathOf(key), [Symbol.asyncDispose]: async () => undefined };
    },
    async remove(keys) {
      const left = keys.map(pathOf).values();
      const removeNext = async () => {
        for (const file of left) await unlink(file).catch(nullIfMissing);
      };
      await Promise.all(Array.from({ length: REMOVALS_AT_ONCE }, removeNext));
      for (const emptied of new Set(keys.map((key) => path.dirname(pathOf(key)))))
        await removeEmpty(emptied, folder);
      return true;
    },
    mayRemove: async () => true,
    list: (prefix) => listFiles(folder, prefix),
    room,
    close: async () => undefined,
  };
}

/**
 * Folders are named after customers, so an empty one is removed with its last file. First-level folders stay; a file written
 * concurrently recreates its folder.
 */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let each = folder; each !== root && path.dirname(each) !== root; each = path.dirname(each)) {
    // Anything else means that files are in it, or that one came just now.
    const isGone = await rmdir(each).then(
      () => true,
      ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
    );
    if (!isGone) return;
  }
}

type Writer = Pick<ObjectStore, 'putFile' | 'putBytes' | 'check'>;

/** A file appears under its key only once its bytes are on the disk: temporary file, fdatasync, rename, fsync of the folder. */
function createWriter(folder: string, pathOf: (key: string) => string): Writer {
  const temporary = path.join(folder, '.temporary');
  const temporaryPath = () => path.join(temporary, newId());
  const syncFolder = createFolderSync();
  const inFolder = createDurableFolders(syncFolder);

  async function putFile(key: string, file: string, handle?: FileHandle) {
    const target = pathOf(key);
    const parent = path.dirname(target);
    await syncData(file, handle).catch((error) => rethrowUnlessStored(target, error));
    await inFolder(parent, () => rename(file, target)).catch((error) => copyAcross(file, target, error));
    await syncFolder(parent);
  }
  /** A file on another disk cannot be renamed, so a copy of it is. */
  async function copyAcross(file: string, target: string, error: NodeJS.ErrnoException) {
    if (error.code !== 'EXDEV') return await rethrowUnlessStored(target, error);
    const copy = temporaryPath();
    await inFolder(temporary, () => copyFile(file, copy, constants.COPYFILE_EXCL));
    await syncData(copy);
    await rename(copy, target);
    await unlink(file);
  }
  async function putBytes(key: string, bytes: Uint8Array) {
    requireKey(key);
    const file = temporaryPath();
    try {
      await inFolder(temporary, () => writeFile(file, bytes, { mode: 0o600 }));
      await putFile(key, file);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }
  async function writeProbe() {
    const probe = temporaryPath();
    await inFolder(temporary, () => writeFile(probe, 'a few bytes'));
    await unlink(probe);
  }
  return { putFile, putBytes, check: () => writeProbe().then(() => null, describeUnwritable) };
}

/** Objects on a full disk can still be read and removed. */
function describeUnwritable(error: NodeJS.ErrnoException): string | null {
  return isDiskFull(error) ? null : `The folder of the photos cannot be written (${error.code})`;
}

async function syncData(file: string, existing?: FileHandle): Promise<void> {
  const handle = existing ?? (await open(file, 'r+'));
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Storing a file a second time finds the file gone and the target in place. */
async function rethrowUnlessStored(target: string, error: NodeJS.ErrnoException): Promise<void> {
  if (error.code !== 'ENOENT' || !(await stat(target).catch(nullIfMissing))) throw error;
}

function rethrowAsMissing(key: string, error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new ObjectNotFound(key) : error;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** All objects whose key begins with `prefix`, folder by folder, skipping files that vanish in the meantime. */
async function* listFiles(root: string, prefix: string): AsyncIterable<StoredObject> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of walk(root, start)) {
    if (!key.startsWith(prefix)) continue;
    const found = await stat(path.join(root, key)).catch(() => null);
    if (found) yield { key, bytes: found.size, changedAt: found.mtime };
  }
}

/** Names that begin with a dot are temporary files, not objects. */
async function* walk(root: string, below: string): AsyncIterable<string> {
  const folder = await opendir(path.join(root, below)).catch(() => null);
  if (!folder) return;
  for await (const entry of folder) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(root, `${below}${entry.name}/`);
    else yield below + entry.name;
  }
}
