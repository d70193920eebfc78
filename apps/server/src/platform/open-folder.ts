import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * A folder that others write to, such as customers by FTP. It is opened once and never through a link; whatever its path leads to
 * later, names in it mean what is in this folder. No name in it is followed as a link either.
 */
export type OpenFolder = AsyncDisposable & {
  names(): Promise<string[]>;
  /** What is under a name; a link is itself. Null for nothing. */
  find(name: string): Promise<Stats | null>;
  /** Opens a folder in it, which is made if asked for. Throws `LinkRefused` for a link and for anything else. */
  folder(name: string, options?: { isMade?: boolean }): Promise<OpenFolder>;
  /** Opens a file for reading, without waiting for the other end of a pipe. Throws `LinkRefused` for a link. */
  read(name: string): Promise<FileHandle>;
  /** Writes a file under a name that nothing has; throws EEXIST otherwise, also for a link to nowhere. */
  add(name: string, text: string): Promise<void>;
  /** Moves what is under a name, which may be a link, into another folder. */
  move(name: string, to: OpenFolder, newName: string): Promise<void>;
  /** The path by which the system finds a name in this folder. */
  pathOf(name: string): string;
};

/** Something is a link where a folder or a file is expected. */
export class LinkRefused extends Error {
  constructor(place: string) {
    super(`${place} is not a folder or file but a link or something else`);
    this.name = 'LinkRefused';
  }
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Opens the folder at a path, of which only the last part is not followed. Throws `LinkRefused`. */
export async function openFolder(place: string): Promise<OpenFolder> {
  return folderOf(await openPlace(place, O_RDONLY | O_DIRECTORY), place);
}

function folderOf(handle: FileHandle, place: string): OpenFolder {
  // Linux resolves names from the open folder itself. Elsewhere a folder may be replaced between this check and its use.
  const base = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : place;
  const pathOf = (name: string) => {
    if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
      throw new Error(`${JSON.stringify(name)} is not a name in a folder`);
    return path.join(base, name);
  };
  return {
    pathOf,
    names: () => readdir(`${base}/`),
    // Whoever may not look at a file does not find it.
    find: (name) => lstat(pathOf(name)).catch(() => null),
    async folder(name, { isMade = false } = {}) {
      if (isMade)
        await mkdir(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        });
      return folderOf(
        await openPlace(pathOf(name), O_RDONLY | O_DIRECTORY, path.join(place, name)),
        path.join(place, name),
      );
    },
    read: (name) => openPlace(pathOf(name), O_RDONLY | O_NONBLOCK, path.join(place, name)),
    async add(name, text) {
      await using file = await open(pathOf(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
      await file.writeFile(text);
    },
    move: (name, to, newName) => rename(pathOf(name), to.pathOf(newName)),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

async function openPlace(file: string, flags: number, shown = file): Promise<FileHandle> {
  try {
    return await open(file, flags | O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A link is ELOOP, or ENOTDIR where a folder is expected, like a file or a pipe.
    if (code === 'ELOOP' || code === 'ENOTDIR') throw new LinkRefused(shown);
    throw error;
  }
}
