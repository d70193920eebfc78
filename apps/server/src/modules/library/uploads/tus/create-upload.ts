import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newId } from '../../../../platform/ids.ts';
import { Problem } from '../../../../platform/problem.ts';
import { LEASE_SECONDS } from '../locks/hold.ts';
import { newObjectKey } from '../object-keys.ts';
import { requireRoom } from '../transferred.ts';
import type { Sender, UploadRow } from '../upload.ts';
import { insertUpload } from '../upload-store.ts';
import { takePiece } from './take-piece.ts';
import type { TusDeps } from './tus-deps.ts';

type Announced = {
  fileName: string;
  bytes: number;
  body: IncomingMessage | null;
  contentLength: number | null;
};

/**
 * Announces an upload and takes bytes that come along. Throws `too-many-requests` when too many are open, `forbidden` when a
 * phone has sent enough by its code.
 */
export async function createUpload(
  deps: TusDeps,
  { userId, transferId }: Sender,
  { fileName, bytes, body, contentLength }: Announced,
): Promise<UploadRow> {
  const ref = { userId, uploadId: newId() };
  const objectKey = newObjectKey(ref);
  if (contentLength !== null && contentLength > bytes) throw new Problem('too-large');
  if (transferId) await requireRoom(deps.db, { userId, transferId });
  const lock = body ? { token: randomUUID(), seconds: LEASE_SECONDS, objectKey } : null;
  const upload = await insertUpload(deps.db, {
    ...ref,
    transferId,
    fileName,
    bytes,
    now: deps.clock(),
    lock,
  });
  if (!upload) throw new Problem('too-many-requests', { detail: 'Too many uploads are open' });
  if (!body || !lock) return upload;
  await using hold = deps.locks.keep(ref, lock.token);
  const { upload: now } = await takePiece(deps, { upload, hold }, { body, objectKey });
  return now;
}
