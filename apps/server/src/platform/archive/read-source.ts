import type { ArchiveEntry } from './archive-entry.ts';
import { ArchiveSourceError } from './archive-source-error.ts';
import type { OpenSources, Slice } from './open-sources.ts';

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
