import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import type { Deps } from './deps.ts';

/** A file being sent by a service. */
export type Sent = {
  /** Hash of the content, in hexadecimal. */
  sha256: string;
  content: Readable;
  /** As announced by the request; NaN if not. */
  length: number;
};

/** The content of a request whose body is read as a stream. */
export const sentContentOf = (request: FastifyRequest): Pick<Sent, 'content' | 'length'> => ({
  content: request.body as Readable,
  length: Number(request.headers['content-length'] ?? Number.NaN),
});

/** A received file. `await using` removes its folder. */
export type Received = AsyncDisposable & {
  folder: string;
  file: string;
  bytes: number;
};

/**
 * Receives a service's file into a folder of its own. Throws `too-large`, and `invalid-request` if the content's hash differs
 * from the announced one.
 */
export async function receiveFile(
  { objects, dataDir }: Pick<Deps, 'objects' | 'dataDir'>,
  { sha256, content, length }: Sent,
  maxBytes: number,
): Promise<Received> {
  if (length > maxBytes) throw new Problem('too-large');
  await using stack = new AsyncDisposableStack();
  stack.use(await objects.room.take(Number.isNaN(length) ? maxBytes : length, 'new'));
  const { path: folder } = stack.use(await makeScratchFolder(dataDir));
  const file = path.join(folder, 'sent');
  const received = await write(content, file, maxBytes);
  if (received.sha256 !== sha256) {
    const message = 'is not the SHA-256 of the content, which did not arrive as it was sent';
    throw faultyField('query.sha256', message);
  }
  const stored = stack.move();
  return { folder, file, bytes: received.bytes, [Symbol.asyncDispose]: () => stored.disposeAsync() };
}

/** Writes the content to a file. Throws `too-large` as soon as it is. */
async function write(
  content: Readable,
  file: string,
  maxBytes: number,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    content,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new Problem('too-large');
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  );
  return { sha256: hash.digest('hex'), bytes };
}
