import { Readable } from 'node:stream';
import type { ByteRange, ObjectStore } from '../objects/object-store.ts';
import { type ArchivePlan, partAt, recordsOf } from './plan-archive.ts';
import { createOpenSources, type OpenSources, readSource } from './sources.ts';
import { localHeaderBytes } from './zip-records.ts';

/** Bytes buffered for the reader. With as many again in the source, this is all a download holds in memory. */
const READY_BYTES = 256 * 1024;

/**
 * The bytes of an archive, or of a range of it; nothing before the range is read. Sources are opened in turn, read no faster than
 * the stream is consumed, and closed as soon as it is destroyed. A source that is missing or has the wrong size destroys the
 * stream with an ArchiveSourceError.
 */
export function readArchive(
  plan: ArchivePlan,
  objects: Pick<ObjectStore, 'open'>,
  range: ByteRange = { start: 0, end: plan.bytes - 1 },
): Readable {
  const sources = createOpenSources(objects);
  const chunks = joinSmall(readParts(plan, sources, range));
  return new Readable({
    highWaterMark: READY_BYTES,
    async read() {
      try {
        const { value, done } = await chunks.next();
        this.push(done ? null : value);
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    // The generator cannot do this: it may be waiting for a source that never answers.
    destroy(error, done) {
      sources.close();
      done(error);
    },
  });
}

async function* readParts(plan: ArchivePlan, sources: OpenSources, range: ByteRange): AsyncGenerator<Buffer> {
  const { entries, starts } = plan;
  for (let part = partAt(plan, range.start); (starts[part] ?? plan.bytes) <= range.end; part++) {
    const start = starts[part] ?? 0;
    const records = recordsOf(plan, part).subarray(Math.max(0, range.start - start), range.end - start + 1);
    if (records.length > 0) yield records;
    const [entry, next] = [entries[part], entries[part + 1]];
    const [slice, nextSlice] = [sliceOf(plan, part, range), sliceOf(plan, part + 1, range)];
    const onNearEnd = () => next && nextSlice && sources.openAhead(next, nextSlice);
    if (entry && slice) yield* readSource({ entry, slice, sources, onNearEnd });
  }
}

/** The part of an entry's content that lies in the range; null if there is none or the part is not an entry. */
function sliceOf({ entries, starts }: ArchivePlan, part: number, range: ByteRange): ByteRange | null {
  const entry = entries[part];
  if (!entry) return null;
  const contentStart = (starts[part] ?? 0) + localHeaderBytes(entry);
  const start = Math.max(0, range.start - contentStart);
  const end = Math.min(entry.bytes - 1, range.end - contentStart);
  return start <= end ? { start, end } : null;
}

/** Chunks of at least this size pass through unchanged. */
const LARGE = 16 * 1024;
const JOINED = 64 * 1024;

/** Joins many small chunks into fewer. The first is passed on at once. */
async function* joinSmall(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let small: Buffer[] = [];
  let bytes = JOINED;
  for await (const chunk of chunks) {
    small.push(chunk);
    bytes += chunk.length;
    if (chunk.length < LARGE && bytes < JOINED) continue;
    if (small.length > 1 && chunk.length >= LARGE) small = [Buffer.concat(small.slice(0, -1)), chunk];
    else small = [Buffer.concat(small)];
    yield* small;
    small = [];
    bytes = 0;
  }
  if (small.length > 0) yield Buffer.concat(small);
}
