/** Chunks of at least this size pass as they are. */
const LARGE = 16 * 1024;
const JOINED = 64 * 1024;

/** The same bytes in fewer chunks, where there are many small ones; the first is passed on at once. */
export async function* joinSmall(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
