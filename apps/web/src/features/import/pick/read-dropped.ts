/** Files are handed on in portions of this many, so that the first are on their way while folders are still read. */
const PORTION = 200;

/**
 * The entries of a drop. To be called within the drop event: the browser takes the data back when it is over.
 * Gives files as they are where the browser knows no entries.
 */
export function entriesOf(data: DataTransfer): (FileSystemEntry | File)[] {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  if (items.length === 0) return [...data.files];
  return items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile()).filter((found) => found !== null);
}

/** All files of dropped files and folders, folder by folder, in portions [IMP-03]. Unreadable entries are left out. */
export async function* readDropped(entries: readonly (FileSystemEntry | File)[]): AsyncGenerator<File[]> {
  let portion: File[] = [];
  for await (const file of filesOf(entries)) {
    portion.push(file);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

async function* filesOf(entries: readonly (FileSystemEntry | File)[]): AsyncGenerator<File> {
  for (const entry of entries) {
    if (entry instanceof File) yield entry;
    else if (entry.isDirectory) yield* filesOfFolder(entry as FileSystemDirectoryEntry);
    else yield* fileOf(entry as FileSystemFileEntry);
  }
}

async function* fileOf(entry: FileSystemFileEntry): AsyncGenerator<File> {
  const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
  if (file) yield file;
}

/** A reader gives a hundred or so at a time, and nothing when it is through. */
async function* filesOfFolder(folder: FileSystemDirectoryEntry): AsyncGenerator<File> {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]));
    });
    if (entries.length === 0) return;
    yield* filesOf(entries);
  }
}
