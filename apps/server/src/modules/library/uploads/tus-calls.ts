import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { TusDeps } from './deps.ts';
import { purgeUpload } from './jobs.ts';
import { LEASE_SECONDS } from './leases.ts';
import { openSerially, openWithinLimits } from './quota.ts';
import { receivePart, recoverPart } from './receive-part.ts';
import {
  closeUpload,
  insertUpload,
  newObjectKey,
  type Sender,
  type UploadRef,
  type UploadRow,
} from './store.ts';
import { requireRoom } from './transferred-uploads.ts';

type Announced = {
  fileName: string;
  bytes: number;
  body: IncomingMessage | null;
  contentLength: number | null;
};

/**
 * Creates an upload and receives the bytes sent with it. Throws `too-many-requests` if too many are open, `quota-exceeded` if the
 * library has no room for it, `forbidden` if a phone has sent enough with its code, and DiskFull if the disk has no room for its
 * bytes, which are not read then.
 */
export async function createUpload(
  deps: TusDeps,
  { customerId, transferId }: Sender,
  { fileName, bytes, body, contentLength }: Announced,
): Promise<UploadRow> {
  const ref = { customerId, uploadId: newId() };
  const objectKey = newObjectKey(ref);
  if (contentLength !== null && contentLength > bytes) throw new Problem('too-large');
  using room = await deps.objects.room.take(bytes);
  const first = body ? { token: newId(), seconds: LEASE_SECONDS, objectKey } : null;
  const now = deps.clock();
  const announced = { ...ref, transferId, fileName, bytes, now, lease: first };
  const upload = transferId
    ? await openSerially(deps, announced, async (trx, opening) => {
        await requireRoom(trx, { customerId, transferId });
        return await insertUpload(trx, announced, opening);
      })
    : await openWithinLimits(deps, announced, (db, opening) => insertUpload(db, announced, opening));
  if (!upload) throw new Problem('too-many-requests', { detail: 'Too many uploads are open' });
  if (!body || !first) return upload;
  await using lease = deps.leases.keep({ ...ref, token: first.token });
  const received = await receivePart(deps, { upload, lease }, { body, objectKey, room });
  return received.upload;
}

/** The state of an upload, including what a killed process left behind. */
export async function readUpload(deps: TusDeps, ref: UploadRef): Promise<UploadRow> {
  await using leased = await deps.leases.take(ref, null);
  const { upload, lease } = leased;
  requireReadable(upload, deps.clock());
  return lease ? await recoverPart(deps, { upload, lease }) : upload;
}

/** Throws `not-found` for a terminated upload, and `upload-gone` for an expired or refused one. */
function requireReadable(upload: UploadRow, now: Date): void {
  if (upload.state === 'terminated') throw new Problem('not-found');
  if (upload.state === 'expired' || upload.state === 'refused') throw new Problem('upload-gone');
  if (upload.state === 'open' && upload.expires_at <= now) throw new Problem('upload-gone');
}

type Sent = { offset: number; contentLength: number | null; body: IncomingMessage };

/**
 * Receives the next bytes of an upload. Throws `conflict` if they do not start at the next byte, `too-large` for more than was
 * announced, `upload-gone`, and `locked` if the lease was lost; DiskFull as above.
 */
export async function continueUpload(
  deps: TusDeps,
  ref: UploadRef,
  { offset, contentLength, body }: Sent,
): Promise<UploadRow> {
  const objectKey = newObjectKey(ref);
  await using leased = await deps.leases.take(ref, objectKey);
  const { upload, lease } = leased;
  requireReadable(upload, deps.clock());
  if (offset !== upload.received) {
    throw new Problem('conflict', { detail: 'The next byte has another offset' });
  }
  if ((contentLength ?? 0) > upload.bytes - upload.received) throw new Problem('too-large');
  if (!lease || upload.received === upload.bytes) return upload;
  using room = await deps.objects.room.take(contentLength ?? upload.bytes - upload.received);
  const received = await receivePart(deps, { upload, lease }, { body, objectKey, room });
  if (received.ending === 'lost-lease') throw new Problem('locked', { headers: { connection: 'close' } });
  return received.upload;
}

/** Gives up an upload and frees what it took. Throws `conflict` if it is already a photo. */
export async function terminateUpload(deps: TusDeps, ref: UploadRef): Promise<void> {
  await using leased = await deps.leases.take(ref, null);
  const { upload, lease } = leased;
  if (upload.state === 'saved') {
    throw new Problem('conflict', { detail: 'The upload is already a photo in the library' });
  }
  if (!lease) throw new Problem('not-found');
  const closed = await closeUpload(deps.db, lease, { state: 'terminated', now: deps.clock() });
  if (!closed) throw new Problem('locked');
  lease.settle();
  await rm(deps.spool.pathOf(upload.id, upload.received), { force: true });
  await purgeUpload(deps, ref, closed.issued_keys);
}
