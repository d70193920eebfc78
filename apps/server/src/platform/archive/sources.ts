import type { Readable } from 'node:stream';
import { type ByteRange, ObjectNotFound, type ObjectStore } from '../objects/object-store.ts';
import { type ArchiveEntry, ArchiveSourceError } from './archive-entry.ts';

export type OpenSources = ReturnType<typeof createOpenSources>;

/**
 * Opens the sources of one download: the current one and at most one ahead. `close` closes all of them at once. A slice is a
 * range within an entry's own content.
 */
export function createOpenSources(objects: Pick<ObjectStore, 'open'>) {
  const opened = new Set<Readable>();
  let ahead: { entry: ArchiveEntry; source: Promise<Readable> } | null = null;
  let isClosed = false;

  async function openNow(entry: ArchiveEntry, key: string, slice: ByteRange): Promise<Readable> {
    const opening = objects.open(key, rangeFor(entry, slice));
    const source = await opening.catch((cause) => rethrowAsSourceError(entry, cause));
    // The reader gets the error; until there is a reader, nobody listens.
    source.on('error', () => undefined);
    opened.add(source);
    source.once('close', () => opened.delete(source));
    if (isClosed) source.destroy();
    return source;
  }

  /** The source of a slice: the one opened ahead if it is this entry's. Throws ArchiveSourceError. */
  async function open(entry: ArchiveEntry, key: string, slice: ByteRange): Promise<Readable> {
    const opening = ahead?.entry === entry ? ahead.source : openNow(entry, key, slice);
    if (ahead?.entry === entry) ahead = null;
    return opening;
  }

  /** Opens the slice of the next entry. A failure surfaces when it is read. */
  function openAhead(entry: ArchiveEntry, slice: ByteRange): void {
    if (ahead || isClosed || !('key' in entry.source)) return;
    const source = openNow(entry, entry.source.key, slice);
    // Whoever reads it gets the failure.
    source.catch(() => undefined);
    ahead = { entry, source };
  }

  function close(): void {
    isClosed = true;
    for (const source of opened) source.destroy();
  }

  return { open, openAhead, close, isClosed: () => isClosed };
}

function rethrowAsSourceError(entry: ArchiveEntry, cause: Error): never {
  const reason = cause instanceof ObjectNotFound ? 'its source is missing' : 'its source cannot be opened';
  throw new ArchiveSourceError(entry, reason, { cause });
}

/** Asks for one byte beyond the end of the content: a source that has it is not the expected one. */
function rangeFor({ bytes }: ArchiveEntry, { start, end }: ByteRange): ByteRange | undefined {
  if (end < bytes - 1) return { start, end };
  return start === 0 ? undefined : { start, end: bytes };
}

/** The next source is opened once less than this is left: early enough to be ready, too late to sit idle for long. */
const NEAR_END_BYTES = 1024 * 1024;

type Reading = { entry: ArchiveEntry; slice: ByteRange; sources: OpenSources; onNearEnd(): void };

/** The bytes of a slice of an entry's content, exactly as many as it covers. Throws ArchiveSourceError. */
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
 * Resumes a source where it broke off, unless two attempts in a row yield nothing: stores drop connections that a slow reader
 * leaves silent, and one opened ahead may be dropped before its first byte.
 */
async function* readOn(entry: ArchiveEntry, key: string, slice: ByteRange, sources: OpenSources) {
  let at = slice.start;
  let begin = at;
  let isComplete = false;
  for (let failures = 0; !isComplete; failures = at === begin ? failures + 1 : 0) {
    begin = at;
    try {
      for await (const chunk of await sources.open(entry, key, { start: at, end: slice.end })) {
        at += chunk.length;
        yield chunk as Buffer;
      }
      isComplete = true;
    } catch (error) {
      if (error instanceof ArchiveSourceError) throw error;
      if ((at === begin && failures > 0) || at > slice.end || sources.isClosed())
        throw new ArchiveSourceError(entry, 'its source broke off', { cause: error });
    }
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Files checked in parallel. */
export const CHECKED_AT_ONCE = 16;

/**
 * Checks the size of every source before an archive is offered. Throws an ArchiveSourceError naming an entry whose source
 * is missing or has another size.
 */
export async function requireSources(
  entries: readonly ArchiveEntry[],
  objects: Pick<ObjectStore, 'size'>,
): Promise<void> {
  // When one worker throws, the shared iterator ends for all of them; an array's own iterator would not.
  const waiting = entries.values().filter(({ source }) => 'key' in source);
  const work = async () => {
    for (const entry of waiting) await requireSource(entry, objects);
  };
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, work));
}

async function requireSource(entry: ArchiveEntry, objects: Pick<ObjectStore, 'size'>): Promise<void> {
  if (!('key' in entry.source)) return;
  const bytes = await objects.size(entry.source.key);
  if (bytes === null) throw new ArchiveSourceError(entry, 'its source is missing');
  if (bytes !== entry.bytes)
    throw new ArchiveSourceError(entry, `its source has ${bytes} bytes instead of ${entry.bytes}`);
}
