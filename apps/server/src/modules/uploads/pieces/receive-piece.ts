import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Hold } from '../locks/hold.ts';
import { createDigest } from './digest.ts';

/** Why the bytes ended: all sent, connection cut, told to let go, or more than announced. */
export type Ending = 'complete' | 'cut' | 'let-go' | 'too-long';
export type Received = { bytes: number; sha256: string; crc32: number; ending: Ending };

type Options = { body: IncomingMessage; file: string; limit: number; hold: Hold };

/** Bytes that may wait for the disk; what waits is written in one call. */
const BUFFER_BYTES = 1024 * 1024;

/**
 * Writes a request's bytes to a local file, hashing on the way. Whatever ends them, what came is in the file.
 * Throws what the disk says; the rest of the request is then read and dropped, so that its sender hears the answer.
 */
export function receivePiece({ body, file, limit, hold }: Options): Promise<Received> {
  const digest = createDigest();
  const out = createWriteStream(file, { flags: 'w', mode: 0o600, highWaterMark: BUFFER_BYTES });
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  let bytes = 0;

  function onData(chunk: Buffer) {
    if (bytes + chunk.length > limit) return finish('too-long');
    bytes += chunk.length;
    hold.touch();
    digest.update(chunk);
    if (!out.write(chunk)) body.pause();
  }
  const onDrain = () => body.resume();
  const onEnd = () => finish('complete');
  const onCut = () => finish(body.complete ? 'complete' : 'cut');
  const onLetGo = () => finish('let-go');

  function stopListening() {
    body.off('data', onData).off('end', onEnd).off('close', onCut);
    out.off('drain', onDrain);
    hold.signal.removeEventListener('abort', onLetGo);
    body.resume();
  }
  function finish(ending: Ending) {
    stopListening();
    out.end(() => resolve({ bytes, ...digest.result(), ending }));
  }
  out.on('error', (error) => {
    stopListening();
    reject(error);
  });
  out.on('drain', onDrain);
  body.on('error', onCut).on('close', onCut).on('end', onEnd).on('data', onData);
  hold.signal.addEventListener('abort', onLetGo);
  if (body.destroyed && !body.readableEnded) onCut();
  else if (hold.signal.aborted) onLetGo();
  return promise;
}
