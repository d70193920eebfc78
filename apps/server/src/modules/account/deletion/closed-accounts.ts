import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { VerifyToken, WatchSessions } from '../../../platform/auth.ts';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { DatabaseListener } from '../../../platform/database/listen.ts';
import type { IsErased } from '../../../platform/personal-data.ts';
import { Problem } from '../../../platform/problem.ts';
import { findCustomer } from '../customers/index.ts';

/** NOTIFY channel; the payload is the customer whose account was closed or reopened. */
export const ACCOUNT_CLOSED_CHANNEL = 'keepsake_account_closed';

type ClosedDeps = {
  db: Database;
  listener: DatabaseListener;
  /** Whether the account of a customer who is no longer known was erased. */
  isErased: IsErased;
};

export type ClosedAccounts = {
  isClosed(customerId: CustomerId): Promise<boolean>;
  /** Calls back when an account may have been closed; the returned function stops watching. */
  watch(watcher: () => void): () => void;
};

/**
 * Whether accounts are closed. Open ones are cached on this node until they change, because every call of a customer asks; closed
 * ones are read each time, so that every node admits a returning customer at once.
 */
export async function createClosedAccounts({ db, listener, isErased }: ClosedDeps): Promise<ClosedAccounts> {
  const open = createBoundedCache<true>({ max: 100_000, lifetimeMs: 10 * MINUTE_MS });
  const watchers = new Set<() => void>();
  let changes = 0;
  function drop(changed: string | null) {
    changes++;
    if (changed === null) open.clear();
    else open.delete(changed);
    for (const watcher of watchers) watcher();
  }
  await listener.listen({
    channel: ACCOUNT_CLOSED_CHANNEL,
    onMessage: drop,
    onReconnect: () => drop(null),
  });
  return {
    async isClosed(customerId) {
      if (open.get(customerId)) return false;
      const before = changes;
      const customer = await findCustomer(db, customerId);
      const isClosed = customer ? customer.deleted_at !== null : await isErased(db, customerId);
      // A change may have arrived while the row was read.
      if (!isClosed && before === changes) open.set(customerId, true);
      return isClosed;
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

export type Gate = { verifyToken: VerifyToken; watchSessions: WatchSessions };
export type ClosedGate<G> = G & { verifyClosed: VerifyToken };

/**
 * A gate that answers tokens of a closed account with the problem `account-deleted`, because those of a provider that we do not
 * run stay valid. `verifyClosed` admits them.
 */
export function refuseClosed<G extends Gate>(gate: G, { isClosed, watch }: ClosedAccounts): ClosedGate<G> {
  return {
    ...gate,
    verifyClosed: gate.verifyToken,
    async verifyToken(token) {
      const customer = await gate.verifyToken(token);
      if (await isClosed(customer.customerId)) throw new Problem('account-deleted');
      return customer;
    },
    watchSessions(watcher) {
      const ends = [gate.watchSessions(watcher), watch(() => watcher(null))];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
