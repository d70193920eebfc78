import type { Readable } from 'node:stream';
import { ObjectNotFound, type ObjectStore } from '../objects/object-store.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { ArchiveSourceError } from './archive-source-error.ts';

/** Bytes of an entry's own content, both ends included. */
export type Slice = { start: number; end: number };

/** Opens the sources of one download: the current one and at most one ahead. `close` gives all of them back at once. */
export type OpenSources = ReturnType<typeof createOpenSources>;

export function createOpenSources(objects: Pick<ObjectStore, 'open'>) {
  const opened = new Set<Readable>();
  let ahead: { entry: ArchiveEntry; source: Promise<Readable> } | null = null;
  let isClosed = false;

  async function openNow(entry: ArchiveEntry, key: string, slice: Slice): Promise<Readable> {
    const source = await objects.open(key, rangeFor(entry, slice)).catch((error) => {
      const reason =
        error instanceof ObjectNotFound ? 'its source is missing' : 'its source cannot be opened';
      throw new ArchiveSourceError(entry, reason, { cause: error });
    });
    // Whoever reads it gets the error; until then nobody listens.
    source.on('error', () => undefined);
    opened.add(source);
    source.once('close', () => opened.delete(source));
    if (isClosed) source.destroy();
    return source;
  }

  /** The source of a slice, which is the one opened ahead where that is the entry's. Throws ArchiveSourceError. */
  async function open(entry: ArchiveEntry, key: string, slice: Slice): Promise<Readable> {
    if (ahead?.entry !== entry) return openNow(entry, key, slice);
    const { source } = ahead;
    ahead = null;
    return source;
  }

  /** Opens the slice of an entry that comes next; its failure shows when it is read. */
  function openAhead(entry: ArchiveEntry, slice: Slice): void {
    if (ahead || isClosed || !('key' in entry.source)) return;
    const source = openNow(entry, entry.source.key, slice);
    source.catch(() => undefined);
    ahead = { entry, source };
  }

  function close(): void {
    isClosed = true;
    for (const source of opened) source.destroy();
  }

  return { open, openAhead, close, isClosed: () => isClosed };
}

/** To the end of the content one byte more is asked for: a source that has it is not the one that was meant. */
function rangeFor({ bytes }: ArchiveEntry, { start, end }: Slice): Slice | undefined {
  if (end < bytes - 1) return { start, end };
  return start === 0 ? undefined : { start, end: bytes };
}
