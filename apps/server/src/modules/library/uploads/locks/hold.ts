import type { Logger } from 'pino';
import type { Database } from '../../../../platform/database/database.ts';
import type { UploadRef } from '../upload.ts';
import { releaseLock, renewLock } from '../upload-store.ts';

/** A lease lives this long without its holder; he renews it well before. */
export const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;
/** A holder who waits this long for the next byte is hanging: whoever waits for the lock gets it. */
const HANGING_MS = 1_000;

/** The right to change an upload, until disposed of. */
export type Hold = AsyncDisposable & {
  ref: UploadRef;
  token: string;
  /** Aborts when the holder is to let go: it hangs and others wait, or the lease was lost. */
  signal: AbortSignal;
  /** Says that bytes arrive. */
  touch(): void;
  /** Says that the row already gave the lock back. */
  settle(): void;
  /** Somebody waits. */
  want(): void;
};

type Options = { db: Database; log: Logger; ref: UploadRef; token: string; onEnd(): void };

/** Keeps a lease that was just taken. */
export function keepHold({ db, log, ref, token, onEnd }: Options): Hold {
  const abort = new AbortController();
  const lease = { ...ref, token, seconds: LEASE_SECONDS };
  let lastByteAt = performance.now();
  let isSettled = false;
  const timer = setInterval(renew, RENEW_MS);

  async function renew() {
    try {
      const renewed = await renewLock(db, lease);
      if (renewed?.isWanted) want();
      if (!renewed && !isSettled) abort.abort();
    } catch (error) {
      log.warn({ err: error, uploadId: ref.uploadId }, 'a lease was not renewed');
    }
  }
  function want() {
    if (performance.now() - lastByteAt >= HANGING_MS) abort.abort();
  }
  return {
    ref,
    token,
    signal: abort.signal,
    want,
    touch() {
      lastByteAt = performance.now();
    },
    settle() {
      isSettled = true;
      clearInterval(timer);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      onEnd();
      if (!isSettled)
        await releaseLock(db, lease).catch((error) =>
          log.warn({ err: error }, 'a lock stays until it expires'),
        );
    },
  };
}
