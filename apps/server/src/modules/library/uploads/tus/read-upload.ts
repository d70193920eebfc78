import { Problem } from '../../../../platform/problem.ts';
import { adoptPiece } from '../pieces/adopt-piece.ts';
import type { UploadRef, UploadRow } from '../upload.ts';
import type { TusDeps } from './tus-deps.ts';

/** Where an upload stands, what a killed process left behind counted in. */
export async function readUpload(deps: TusDeps, ref: UploadRef): Promise<UploadRow> {
  await using held = await deps.locks.take(ref, null);
  const { upload, hold } = held;
  requireReadable(upload, deps.clock());
  return hold ? await adoptPiece(deps, { upload, hold }) : upload;
}

/** A terminated upload is one that is not there; throws `upload-gone` for an expired or refused one. */
export function requireReadable(upload: UploadRow, now: Date): void {
  if (upload.state === 'terminated') throw new Problem('not-found');
  if (upload.state === 'expired' || upload.state === 'refused') throw new Problem('upload-gone');
  if (upload.state === 'open' && upload.expires_at <= now) throw new Problem('upload-gone');
}
