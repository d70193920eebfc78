import { stat, truncate } from 'node:fs/promises';
import { Problem } from '../../../../platform/problem.ts';
import type { Deps } from '../deps.ts';
import type { Hold } from '../locks/hold.ts';
import { newObjectKey } from '../object-keys.ts';
import type { UploadRow } from '../upload.ts';
import { issueKey } from '../upload-store.ts';
import { digestFile } from './digest.ts';
import { savePiece } from './save-piece.ts';
import type { Spool } from './spool.ts';

type AdoptDeps = Pick<Deps, 'db' | 'objects' | 'clock'> & { spool: Spool };

/**
 * Takes over what a killed process of this node had received but not yet counted: its file begins where the upload
 * stands. Called with the lock held, so nobody writes that file. Returns the upload as it is now.
 */
export async function adoptPiece(deps: AdoptDeps, { upload, hold }: { upload: UploadRow; hold: Hold }) {
  const file = deps.spool.pathOf(upload.id, upload.received);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || found.size === 0) return upload;
  const bytes = Math.min(found.size, upload.bytes - upload.received);
  if (bytes === 0) return upload;
  await truncate(file, bytes);
  const key = newObjectKey(hold.ref);
  if (!(await issueKey(deps.db, { ...hold.ref, token: hold.token }, key))) throw new Problem('locked');
  return await savePiece(deps, { upload, hold }, { file, key, bytes, ...(await digestFile(file)) });
}
