import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startStopwatch } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import {
  findUpload,
  type LeaseRef,
  releaseLease,
  renewLease,
  requestLease,
  takeLease,
  type UploadRef,
  type UploadRow,
} from './store.ts';

/** How long a lease outlives its holder, who renews it well before. */
export const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;
/** A holder that has waited this long for the next byte hangs, and must give way. */
const HANGING_MS = 1_000;
/** Longer than a lease, so that the first attempt outlasts the lease of a killed process. */
const WAIT_MS = (LEASE_SECONDS + 2) * 1_000;
const POLL_MS = 150;
const SOON_MS = 20;

/** The right to change an upload, until disposed of. */
export type Lease = AsyncDisposable &
  LeaseRef & {
    /** Aborts when the holder must stop: it hangs while others wait, or the lease was lost. */
    signal: AbortSignal;
    /** Call when bytes arrive. */
    touch(): void;
    /** Call when a statement has already released the lease. */
    settle(): void;
    /** Aborts the lease if its holder hangs, because another request waits. */
    giveWay(): void;
  };

/** An open upload with its lease, or a closed upload without one, which no longer changes. */
export type Leased = AsyncDisposable & { upload: UploadRow; lease: Lease | null };

export type Leases = {
  /**
   * Takes the lease of an upload. Waits for another request that holds it, and makes it stop if it hangs. Throws the problems
   * `not-found` and `locked`. `objectKey` is recorded as about to be written.
   */
  take(ref: UploadRef, objectKey: string | null): Promise<Leased>;
  /** Keeps the lease with which an upload was created. */
  keep(ref: LeaseRef): Lease;
  /** Waits until the requests on this node have made what they received durable. */
  ended(): Promise<void>;
};

/** One request at a time changes an upload, on any node: the lease is in its row, and every write names it. */
export function createLeases({ db, log }: { db: Database; log: Logger }): Leases {
  const active = new Map<string, Lease>();

  function keep(ref: LeaseRef): Lease {
    const lease = keepLease({ db, log, ref, onEnd: () => active.delete(ref.uploadId) });
    active.set(ref.uploadId, lease);
    return lease;
  }
  async function tryToTake(ref: UploadRef, objectKey: string | null): Promise<Leased | null> {
    const leaseRef = { ...ref, token: newId() };
    const upload = await takeLease(db, { ...leaseRef, seconds: LEASE_SECONDS }, objectKey);
    if (upload) return leasedOf(upload, keep(leaseRef));
    const found = await findUpload(db, ref);
    if (!found) throw new Problem('not-found');
    return found.state === 'open' ? null : leasedOf(found, null);
  }
  async function take(ref: UploadRef, objectKey: string | null): Promise<Leased> {
    const waited = startStopwatch();
    for (let isFirst = true; ; isFirst = false) {
      const taken = await tryToTake(ref, objectKey);
      if (taken) return taken;
      if (waited() > WAIT_MS) throw new Problem('locked', { headers: { 'retry-after': '2' } });
      if (isFirst) await requestLease(db, ref);
      active.get(ref.uploadId)?.giveWay();
      await sleep(POLL_MS);
    }
  }
  async function ended() {
    while (active.size > 0) await sleep(SOON_MS);
  }
  return { take, keep, ended };
}

function leasedOf(upload: UploadRow, lease: Lease | null): Leased {
  return { upload, lease, [Symbol.asyncDispose]: async () => lease?.[Symbol.asyncDispose]() };
}

type Options = { db: Database; log: Logger; ref: LeaseRef; onEnd(): void };

/** Renews a newly taken lease until it is disposed of. */
function keepLease({ db, log, ref, onEnd }: Options): Lease {
  const abort = new AbortController();
  let sinceLastByte = startStopwatch();
  let isSettled = false;
  const timer = setInterval(renew, RENEW_MS);

  async function renew() {
    try {
      const renewed = await renewLease(db, { ...ref, seconds: LEASE_SECONDS });
      if (renewed?.isWanted) giveWay();
      if (!renewed && !isSettled) abort.abort();
    } catch (error) {
      log.warn({ err: error, uploadId: ref.uploadId }, 'a lease was not renewed');
    }
  }
  function giveWay() {
    if (sinceLastByte() >= HANGING_MS) abort.abort();
  }
  return {
    ...ref,
    signal: abort.signal,
    giveWay,
    touch() {
      sinceLastByte = startStopwatch();
    },
    settle() {
      isSettled = true;
      clearInterval(timer);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      onEnd();
      if (isSettled) return;
      await releaseLease(db, ref).catch((error) =>
        log.warn({ err: error }, 'a lease stays until it expires'),
      );
    },
  };
}
