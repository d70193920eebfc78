import { rm } from 'node:fs/promises';
import { Problem } from '../../../../platform/problem.ts';
import { removeGarbage } from '../remove-garbage.ts';
import type { UploadRef } from '../upload.ts';
import { closeUpload } from '../upload-store.ts';
import type { TusDeps } from './tus-deps.ts';

/** Gives an upload up and frees what it took. Throws `conflict` when it is a photo by now. */
export async function terminateUpload(deps: TusDeps, ref: UploadRef): Promise<void> {
  await using held = await deps.locks.take(ref, null);
  const { upload, hold } = held;
  if (upload.state === 'saved')
    throw new Problem('conflict', { detail: 'The upload is a photo of the library' });
  if (!hold) throw new Problem('not-found');
  const closed = await closeUpload(
    deps.db,
    { ...ref, token: hold.token },
    { state: 'terminated', now: deps.clock() },
  );
  if (!closed) throw new Problem('locked');
  hold.settle();
  await rm(deps.spool.pathOf(upload.id, upload.received), { force: true });
  await removeGarbage(deps, ref, closed.issued_keys);
}
