import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../../platform/database/database.ts';
import { Problem } from '../../../../platform/problem.ts';
import type { UploadRef, UploadRow } from '../upload.ts';
import { findUpload, takeLock, wantLock } from '../upload-store.ts';
import { type Hold, keepHold, LEASE_SECONDS } from './hold.ts';

/** Longer than a lease, so that the lock of a process that was killed is had at the first try. */
const WAIT_MS = (LEASE_SECONDS + 2) * 1_000;
const POLL_MS = 150;

/** An open upload with the right to change it; or, without a hold, one that is closed and changes no more. */
export type Held = AsyncDisposable & { upload: UploadRow; hold: Hold | null };

export type UploadLocks = {
  /**
   * Locks an upload. Waits for another request that holds it, and has it let go when it hangs. Throws the problems
   * `not-found` and `locked`. `objectKey` is recorded as about to be written.
   */
  take(ref: UploadRef, objectKey: string | null): Promise<Held>;
  /** Keeps the lease that an upload was created with. */
  keep(ref: UploadRef, token: string): Hold;
};

/** One request at a time changes an upload, on whatever node: a lease in its row, and every write names it. */
export function createUploadLocks({ db, log }: { db: Database; log: Logger }): UploadLocks {
  const holders = new Map<string, Hold>();

  function keep(ref: UploadRef, token: string): Hold {
    const hold = keepHold({ db, log, ref, token, onEnd: () => holders.delete(ref.uploadId) });
    holders.set(ref.uploadId, hold);
    return hold;
  }
  async function tryToTake(ref: UploadRef, objectKey: string | null): Promise<Held | null> {
    const token = randomUUID();
    const upload = await takeLock(db, { ...ref, token, seconds: LEASE_SECONDS }, objectKey);
    if (upload) return held(upload, keep(ref, token));
    const found = await findUpload(db, ref);
    if (!found) throw new Problem('not-found');
    return found.state === 'open' ? null : held(found, null);
  }
  async function take(ref: UploadRef, objectKey: string | null): Promise<Held> {
    const deadline = performance.now() + WAIT_MS;
    for (let isFirst = true; ; isFirst = false) {
      const taken = await tryToTake(ref, objectKey);
      if (taken) return taken;
      if (performance.now() > deadline) throw new Problem('locked', { headers: { 'retry-after': '2' } });
      if (isFirst) await wantLock(db, ref);
      holders.get(ref.uploadId)?.want();
      await sleep(POLL_MS);
    }
  }
  return { take, keep };
}

function held(upload: UploadRow, hold: Hold | null): Held {
  return { upload, hold, [Symbol.asyncDispose]: async () => hold?.[Symbol.asyncDispose]() };
}
