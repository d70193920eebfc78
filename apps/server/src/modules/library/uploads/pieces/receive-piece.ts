import type { IncomingMessage } from 'node:http';
import type { Hold } from '../locks/hold.ts';
import { createBatchWriter } from './batch-writer.ts';
import { createDigest } from './digest.ts';

/** Why the bytes ended: all sent, connection cut, told to let go, more than announced, or the disk failed. */
export type Ending = 'complete' | 'cut' | 'let-go' | 'too-long' | 'failed';
export type Received = { bytes: number; sha256: string; crc32: number; ending: Ending };

type Options = { body: IncomingMessage; file: string; limit: number; hold: Hold };

/**
 * Writes a request's bytes to a local file, hashing on the way. Whatever ends them, what came is in the file.
 * Throws what the disk says; the rest of the request is then read and dropped, so that its sender hears the answer.
 */
export async function receivePiece({ body, file, limit, hold }: Options): Promise<Received> {
  const digest = createDigest();
  const { promise: ended, resolve: finish } = Promise.withResolvers<Ending>();
  const onRoom = () => body.resume();
  const out = await createBatchWriter(file, { digest, onRoom, onError: () => finish('failed') });
  let bytes = 0;

  function onData(chunk: Buffer) {
    if (bytes + chunk.length > limit) return finish('too-long');
    bytes += chunk.length;
    hold.touch();
    if (!out.write(chunk)) body.pause();
  }
  const onEnd = () => finish('complete');
  const onCut = () => finish(body.complete ? 'complete' : 'cut');
  const onLetGo = () => finish('let-go');

  body.on('error', onCut).on('close', onCut).on('end', onEnd).on('data', onData);
  hold.signal.addEventListener('abort', onLetGo);
  if (body.destroyed && !body.readableEnded) onCut();
  else if (hold.signal.aborted) onLetGo();

  const ending = await ended;
  body.off('data', onData).off('end', onEnd).off('close', onCut);
  hold.signal.removeEventListener('abort', onLetGo);
  body.resume();
  await out.end();
  return { bytes, ...digest.result(), ending };
}
