import { writeFile } from 'node:fs/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { type CommitDeps, type CommitOptions, commitOnce, type Outcome } from './commit-upload.ts';
import { createDigest, createInspector } from './inspect-file.ts';
import { LEASE_SECONDS } from './leases.ts';
import { savePart } from './receive-part.ts';
import { safeFileName } from './rules.ts';
import { insertUpload, newObjectKey, type UploadRef } from './store.ts';

export type AddedFile = { customerId: CustomerId; fileName: string; content: Uint8Array } & Pick<
  CommitOptions,
  'isBulk' | 'onCommit'
>;

/** Adds a file that the server itself has, through the normal upload path. Throws `not-a-photo`, and DiskFull. */
export async function addFile(
  deps: CommitDeps,
  { customerId, fileName, content, ...options }: AddedFile,
): Promise<Outcome> {
  const ref = { customerId, uploadId: newId() };
  await saveUpload(deps, ref, { fileName: safeFileName(fileName), content });
  return await commitOnce(deps, ref, options);
}

/** Adds a complete upload of one part. */
async function saveUpload(
  deps: CommitDeps,
  ref: UploadRef,
  { fileName, content }: Pick<AddedFile, 'fileName' | 'content'>,
): Promise<void> {
  const key = newObjectKey(ref);
  const bytes = content.byteLength;
  const first = { token: newId(), seconds: LEASE_SECONDS, objectKey: key };
  const now = deps.clock();
  using _room = await deps.objects.room.take(bytes);
  const upload = await insertUpload(deps.db, { ...ref, fileName, bytes, now, lease: first });
  if (!upload) throw new Problem('too-many-requests');
  await using lease = deps.leases.keep({ ...ref, token: first.token });
  const file = deps.spool.pathOf(ref.uploadId, 0);
  const digest = createDigest();
  digest.update(content);
  const inspector = createInspector({ fileName, now });
  inspector.update(content);
  await deps.spool.prepare();
  await writeFile(file, content, { mode: 0o600 });
  const inspection = inspector.result();
  await savePart(deps, { upload, lease }, { file, key, bytes, ...digest.result(), inspection });
}
