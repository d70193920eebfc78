import type { Readable } from 'node:stream';
import { ObjectNotFound, type ObjectStore } from '../objects/object-store.ts';
import { type ArchiveEntry, ArchiveSourceError } from './archive-entry.ts';

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

/** When less than this is left, the next source is opened: early enough to be ready, late enough not to wait for long. */
const NEAR_END_BYTES = 1024 * 1024;

type Reading = { entry: ArchiveEntry; slice: Slice; sources: OpenSources; onNearEnd(): void };

/** The bytes of a slice of an entry's content, exactly as many. Throws ArchiveSourceError. */
export async function* readSource({ entry, slice, sources, onNearEnd }: Reading): AsyncGenerator<Buffer> {
  if ('content' in entry.source) {
    yield viewOf(entry.source.content).subarray(slice.start, slice.end + 1);
    return;
  }
  let left = slice.end - slice.start + 1;
  for await (const chunk of readOn(entry, entry.source.key, slice, sources)) {
    left -= chunk.length;
    if (left < 0) throw new ArchiveSourceError(entry, `its source has more than ${entry.bytes} bytes`);
    if (left < NEAR_END_BYTES) onNearEnd();
    yield chunk;
  }
  if (left > 0) throw new ArchiveSourceError(entry, `its source has fewer than ${entry.bytes} bytes`);
}

/**
 * A source that breaks off goes on where it broke, unless two attempts in turn bring nothing: a store drops connections
 * that a slow reader leaves silent, and one opened ahead may be dropped before its first byte.
 */
async function* readOn(entry: ArchiveEntry, key: string, slice: Slice, sources: OpenSources) {
  let at = slice.start;
  let begin = at;
  let isWhole = false;
  for (let inVain = 0; !isWhole; inVain = at === begin ? inVain + 1 : 0) {
    begin = at;
    try {
      for await (const chunk of await sources.open(entry, key, { start: at, end: slice.end })) {
        at += chunk.length;
        yield chunk as Buffer;
      }
      isWhole = true;
    } catch (error) {
      if (error instanceof ArchiveSourceError) throw error;
      if ((at === begin && inVain > 0) || at > slice.end || sources.isClosed())
        throw new ArchiveSourceError(entry, 'its source broke off', { cause: error });
    }
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

const AT_ONCE = 16;

/**
 * Asks for the size of every source before an archive is promised to anybody. Throws an ArchiveSourceError that names
 * an entry whose source is missing or has another size.
 */
export async function requireSources(
  entries: readonly ArchiveEntry[],
  objects: Pick<ObjectStore, 'size'>,
): Promise<void> {
  // A helper's iterator, unlike an array's, is over for all who share it when one of them throws.
  const waiting = entries.values().filter(({ source }) => 'key' in source);
  const work = async () => {
    for (const entry of waiting) await requireSource(entry, objects);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function requireSource(entry: ArchiveEntry, objects: Pick<ObjectStore, 'size'>): Promise<void> {
  if (!('key' in entry.source)) return;
  const bytes = await objects.size(entry.source.key);
  if (bytes === null) throw new ArchiveSourceError(entry, 'its source is missing');
  if (bytes !== entry.bytes)
    throw new ArchiveSourceError(entry, `its source has ${bytes} bytes instead of ${entry.bytes}`);
}
