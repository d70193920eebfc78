import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import { listen } from '../../../platform/database/listen.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

export type IsLibraryHidden = (userId: string) => Promise<boolean>;

/** NOTIFY channel of the trigger on storage accounts: its payload is the customer whose library was hidden or came back. */
const CHANNEL = 'keepsake_library_hidden';

/** Whose library is hidden, remembered by node until it changes: every read of a photograph asks. */
export async function createHiddenLibraries({
  db,
  databaseUrl,
  log,
}: {
  db: Database;
  databaseUrl: string;
  log: Logger;
}): Promise<{ isLibraryHidden: IsLibraryHidden; close(): Promise<void> }> {
  const known = new LRUCache<string, boolean>({ max: 100_000, ttl: 10 * MINUTE_MS });
  let timesForgotten = 0;
  function forget(userId: string) {
    timesForgotten++;
    if (userId === '*') known.clear();
    else known.delete(userId);
  }
  const listener = await listen({
    url: databaseUrl,
    channel: CHANNEL,
    log,
    onMessage: forget,
    onReconnect: () => forget('*'),
  });
  return {
    async isLibraryHidden(userId) {
      const cached = known.get(userId);
      if (cached !== undefined) return cached;
      const asked = timesForgotten;
      const isHidden = await ask(db, userId);
      // What was read before the news of a change is not remembered after it.
      if (asked === timesForgotten) known.set(userId, isHidden);
      return isHidden;
    },
    close: listener.close,
  };
}

async function ask(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('storage_accounts')
    .select('state')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && row.state !== 'kept';
}
