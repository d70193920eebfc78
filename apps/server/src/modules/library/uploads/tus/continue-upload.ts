import type { IncomingMessage } from 'node:http';
import { Problem } from '../../../../platform/problem.ts';
import { newObjectKey } from '../object-keys.ts';
import type { UploadRef, UploadRow } from '../upload.ts';
import { requireReadable } from './read-upload.ts';
import { takePiece } from './take-piece.ts';
import type { TusDeps } from './tus-deps.ts';

type Sent = { offset: number; contentLength: number | null; body: IncomingMessage };

/**
 * Takes the next bytes of an upload. Throws `conflict` at another offset than that of the next byte, `too-large` for
 * more than was announced, `upload-gone`, and `locked` when it had to let go.
 */
export async function continueUpload(
  deps: TusDeps,
  ref: UploadRef,
  { offset, contentLength, body }: Sent,
): Promise<UploadRow> {
  const objectKey = newObjectKey(ref);
  await using held = await deps.locks.take(ref, objectKey);
  const { upload, hold } = held;
  requireReadable(upload, deps.clock());
  if (offset !== upload.received)
    throw new Problem('conflict', { detail: 'The next byte has another offset' });
  if ((contentLength ?? 0) > upload.bytes - upload.received) throw new Problem('too-large');
  if (!hold || upload.received === upload.bytes) return upload;
  const taken = await takePiece(deps, { upload, hold }, { body, objectKey });
  if (taken.ending === 'let-go') throw new Problem('locked', { headers: { connection: 'close' } });
  return taken.upload;
}
