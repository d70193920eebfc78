import { useEffect, useEffectEvent, useState } from 'react';

/** What was dropped, to be read once. */
export type Drop = AsyncGenerator<Dropped>;

/** Accepts files dropped anywhere on the page while it is on. Returns whether files are being dragged over the page. */
export function useDroppedFiles(isOn: boolean, onDrop: (drop: Drop) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((data: DataTransfer) => onDrop(readDropped(entriesOf(data))));

  useEffect(() => {
    if (!isOn) return;
    const listening = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      window.addEventListener(type, handle, { signal: listening.signal });
    listen('dragover', (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      take(event.dataTransfer);
    });
    return () => {
      listening.abort();
      setOver(false);
    };
  }, [isOn]);
  return isOver;
}

/** Whether files of the device are dragged. A picture dragged off a web page, such as this one, comes with its HTML. */
function hasFiles(data: DataTransfer | null): data is DataTransfer {
  const types = data?.types ?? [];
  return types.includes('Files') && !types.includes('text/html');
}

/** Files are passed on in portions of this size, so that the first ones are sent while folders are still being read. */
const PORTION = 200;

/**
 * The entries of a drop. Must be called within the drop event, after which the browser revokes the data. Returns plain files if
 * the browser does not support entries.
 */
function entriesOf(data: DataTransfer): (FileSystemEntry | File)[] {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  if (items.length === 0) return [...data.files];
  return items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile()).filter((found) => found !== null);
}

/** Files dropped individually, or with a folder of that name. */
type Dropped = { folder: string | undefined; files: File[] };

/** All files of a drop, folder by folder, in portions [IMP-03]. Unreadable entries are skipped. */
export async function* readDropped(entries: readonly (FileSystemEntry | File)[]): Drop {
  const [folders, alone] = [entries.filter(isFolder), entries.filter((entry) => !isFolder(entry))];
  for await (const files of portionsOf(alone)) yield { folder: undefined, files };
  for (const entry of folders) {
    for await (const files of portionsOf([entry])) yield { folder: entry.name, files };
  }
}

const isFolder = (entry: FileSystemEntry | File) => !(entry instanceof File) && entry.isDirectory;

async function* portionsOf(entries: readonly (FileSystemEntry | File)[]): AsyncGenerator<File[]> {
  let portion: File[] = [];
  for await (const file of filesOf(entries)) {
    portion.push(file);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** The folder selected in a picker; none for individual files. */
export function folderOf({ webkitRelativePath = '' }: Pick<File, 'webkitRelativePath'>): string | undefined {
  const [folder, ...rest] = webkitRelativePath.split('/');
  return rest.length > 0 ? folder : undefined;
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

/** A reader returns about a hundred entries at a time, and none at the end. */
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
