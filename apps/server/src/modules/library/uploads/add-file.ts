import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { type CommitDeps, commitOnce, type Outcome, type Wishes } from './commit-upload.ts';
import { safeFileName } from './file-name.ts';
import { LEASE_SECONDS } from './locks/hold.ts';
import { newObjectKey } from './object-keys.ts';
import { createDigest } from './pieces/digest.ts';
import { savePiece } from './pieces/save-piece.ts';
import { insertUpload } from './upload-store.ts';

export type AddedFile = { userId: string; fileName: string; content: Uint8Array } & Pick<
  Wishes,
  'isBulk' | 'onCommit'
>;

/** Adds a file that the server itself has, by the way that uploads go. Throws `not-a-photo`. */
export async function addFile(
  deps: CommitDeps,
  { userId, fileName, content, ...wishes }: AddedFile,
): Promise<Outcome> {
  const ref = { userId, uploadId: newId() };
  await receive(deps, ref, { fileName: safeFileName(fileName), content });
  return await commitOnce(deps, ref, wishes);
}

type File = Pick<AddedFile, 'fileName' | 'content'>;

async function receive(
  deps: CommitDeps,
  ref: { userId: string; uploadId: string },
  { fileName, content }: File,
) {
  const key = newObjectKey(ref);
  const lock = { token: randomUUID(), seconds: LEASE_SECONDS, objectKey: key };
  const bytes = content.byteLength;
  const upload = await insertUpload(deps.db, {
    ...ref,
    fileName,
    bytes,
    now: deps.clock(),
    lock,
    isDurable: true,
  });
  if (!upload) throw new Problem('too-many-requests');
  await using hold = deps.locks.keep(ref, lock.token);
  const file = deps.spool.pathOf(ref.uploadId, 0);
  const digest = createDigest();
  digest.update(content);
  await deps.spool.prepare();
  await writeFile(file, content, { mode: 0o600 });
  await savePiece(deps, { upload, hold }, { file, key, bytes, ...digest.result() });
}
