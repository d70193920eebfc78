import { randomUUID } from 'node:crypto';
import { createReadStream, readFile } from 'node:fs';
import { constants, copyFile, open, opendir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDurableFolders, createFolderSync } from './durable-folders.ts';
import { ObjectNotFound, type ObjectStore, requireKey } from './object-store.ts';

/** Bytes read at a time: fewer, larger reads than the default of 64 kB. */
const READ_BYTES = 256 * 1024;
const REMOVALS_AT_ONCE = 16;
/** The callback's variant costs half of the promises' own, which opens a handle. */
const readWhole = promisify(readFile);

/**
 * Objects as files below a folder, at the path that is their key. A file appears under its key only when its bytes
 * are on the disk: temporary file, fdatasync, rename, fsync of the folder.
 */
export function createFileStore({ folder }: { folder: string }): ObjectStore {
  const temporary = path.join(folder, '.temporary');
  const syncFolder = createFolderSync();
  const inFolder = createDurableFolders(syncFolder);
  const pathOf = (key: string) => path.join(folder, requireKey(key));
  const temporaryPath = () => path.join(temporary, randomUUID());

  async function putFile(key: string, file: string) {
    const target = pathOf(key);
    await syncData(file).catch((error) => rethrowUnlessStored(target, error));
    const parent = path.dirname(target);
    await inFolder(parent, () => rename(file, target)).catch((error) => moveOtherwise(file, target, error));
    await syncFolder(parent);
  }
  /** A file on another disk cannot be renamed: its copy is. */
  async function moveOtherwise(file: string, target: string, error: NodeJS.ErrnoException) {
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
  async function openObject(key: string, range?: { start: number; end: number }) {
    const handle = await open(pathOf(key), 'r').catch((error) => rethrowAsMissing(key, error));
    return createReadStream('', { fd: handle, highWaterMark: READ_BYTES, ...range });
  }
  async function read(key: string): Promise<Buffer> {
    return readWhole(pathOf(key)).catch((error) => rethrowAsMissing(key, error));
  }
  async function size(key: string) {
    const found = await stat(pathOf(key)).catch(nullIfMissing);
    return found?.isFile() ? found.size : null;
  }
  async function borrowFile(key: string) {
    if ((await size(key)) === null) throw new ObjectNotFound(key);
    return { path: pathOf(key), release: async () => undefined };
  }
  async function remove(keys: readonly string[]) {
    const files = keys.map(pathOf);
    for (let index = 0; index < files.length; index += REMOVALS_AT_ONCE) {
      const batch = files.slice(index, index + REMOVALS_AT_ONCE);
      await Promise.all(batch.map((file) => rm(file, { force: true })));
    }
  }
  async function check() {
    try {
      const probe = temporaryPath();
      await inFolder(temporary, () => writeFile(probe, 'a few bytes'));
      await unlink(probe);
      return null;
    } catch (error) {
      return `The folder of the photographs cannot be written (${(error as NodeJS.ErrnoException).code})`;
    }
  }
  return {
    putFile,
    putBytes,
    size,
    open: openObject,
    read,
    borrowFile,
    remove,
    list: (prefix) => listFiles(folder, prefix),
    check,
    close: async () => undefined,
  };
}

async function syncData(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Storing a file a second time finds it gone and its target in place. */
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

type Listed = { key: string; bytes: number; changedAt: Date };

/** All objects whose key begins with `prefix`, folder by folder; files that vanish meanwhile are left out. */
async function* listFiles(root: string, prefix: string): AsyncIterable<Listed> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of walk(root, start)) {
    if (!key.startsWith(prefix)) continue;
    const found = await stat(path.join(root, key)).catch(() => null);
    if (found) yield { key, bytes: found.size, changedAt: found.mtime };
  }
}

/** Names that begin with a dot are temporary files and no objects. */
async function* walk(root: string, below: string): AsyncIterable<string> {
  const folder = await opendir(path.join(root, below)).catch(() => null);
  if (!folder) return;
  for await (const entry of folder) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(root, `${below}${entry.name}/`);
    else yield below + entry.name;
  }
}
