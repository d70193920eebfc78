import { newId } from '../../../platform/ids.ts';
import { type CommitDeps, commitContents } from './commit-upload.ts';
import { digestFile, inspectFile } from './inspect-file.ts';
import { LEASE_SECONDS } from './leases.ts';
import type { OpenUpload } from './receive-part.ts';
import { findUpload, insertUpload, type UploadRef } from './store.ts';

/** A whole file in the store that the database does not know, or knows only as announced. */
export type FoundFile = UploadRef & {
  objectKey: string;
  bytes: number;
  /** When its upload began. */
  uploadedAt: Date;
};

/**
 * Commits a file already in the store, through the normal upload path: its upload is created again if it has no row. False if it
 * cannot become a photo, because it is not one or its upload is closed.
 */
export async function commitFound(deps: CommitDeps, found: FoundFile): Promise<boolean> {
  await using file = await deps.objects.borrowFile(found.objectKey);
  const opened = await openUpload(deps, found);
  if (!opened) return false;
  await using lease = opened.lease;
  const { upload } = opened;
  const digest = await digestFile(file.path);
  const inspection = await inspectFile(file.path, { fileName: upload.file_name, now: deps.clock() });
  const { format } = inspection;
  if (!format) return false;
  const contents = { ...digest, ...inspection };
  const whole = { key: found.objectKey, contents, format, isBulk: true, createdAt: found.uploadedAt };
  await commitContents(deps, { upload, lease }, whole);
  return true;
}

/** The upload with its lease; null if it is closed, or the customer has too many open. */
async function openUpload(
  deps: Pick<CommitDeps, 'db' | 'leases' | 'clock'>,
  found: FoundFile,
): Promise<OpenUpload | null> {
  const { customerId, uploadId, objectKey, bytes, uploadedAt } = found;
  if (await findUpload(deps.db, found)) {
    const { upload, lease } = await deps.leases.take(found, null);
    return lease && { upload, lease };
  }
  const token = newId();
  const lease = { token, seconds: LEASE_SECONDS, objectKey };
  const fileName = nameByDate(uploadedAt);
  const upload = await insertUpload(deps.db, {
    customerId,
    uploadId,
    fileName,
    bytes,
    now: deps.clock(),
    lease,
  });
  return upload ? { upload, lease: deps.leases.keep({ customerId, uploadId, token }) } : null;
}

/** The file's original name is lost with its row. */
const nameByDate = (uploadedAt: Date) =>
  uploadedAt.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
