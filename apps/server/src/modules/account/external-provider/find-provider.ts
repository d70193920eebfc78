import type { AppConfiguration } from '@keepsake/contracts/frame/configuration';
import type { Logger } from 'pino';
import { type Clock, DAY_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { wasRecent } from '../../../platform/recently.ts';
import {
  createProviderKeys,
  providerDocuments,
  type StoredDocuments,
  unavailable,
} from '../../../platform/tokens/provider-keys.ts';

export type ProviderMetadata = NonNullable<AppConfiguration['identity']['metadata']>;

type FinderDeps = { db: Database; clock: Clock; log: Logger; issuer: string; now?: () => number };

/**
 * The retailer's own provider, from its discovery document. `keys` throws the problem `unavailable` only if required keys cannot
 * be fetched. `metadata` is undefined until the document has been read, and triggers reading it.
 */
export function findProvider({ db, clock, log, issuer, now }: FinderDeps) {
  const stored = keepDocuments({ db, clock, issuer });
  const { keys, find, discovery } = createProviderKeys({ issuer, stored, log, now });
  return {
    issuer,
    keys,
    metadata(): ProviderMetadata | undefined {
      const {
        authorization_endpoint,
        token_endpoint,
        end_session_endpoint,
        issuer: named,
      } = discovery() ?? {};
      if (named === undefined || !authorization_endpoint || !token_endpoint) return undefined;
      const existing = { issuer: named, authorization_endpoint, token_endpoint };
      return end_session_endpoint ? { ...existing, end_session_endpoint } : existing;
    },
    async introspectionEndpoint(): Promise<string> {
      const endpoint = (await find()).discovery.introspection_endpoint;
      if (!endpoint) throw unavailable(new Error('the identity provider names no introspection endpoint'));
      return endpoint;
    },
    userinfoEndpoint: async () => (await find()).discovery.userinfo_endpoint,
  };
}

/** How long keys stay in use without an answer from the provider, across restarts. */
const LIFETIME_MS = DAY_MS;

/** Stores the documents in the database, so that a node that starts while the provider is away has them, too. */
function keepDocuments({ db, clock, issuer }: Pick<FinderDeps, 'db' | 'clock' | 'issuer'>): StoredDocuments {
  return {
    async read() {
      const row = await db
        .selectFrom('identity_provider')
        .select('documents')
        .where('issuer', '=', issuer)
        .where(wasRecent('read_at', { now: clock(), ms: LIFETIME_MS }))
        .executeTakeFirst();
      return providerDocuments.safeParse(row?.documents).data ?? null;
    },
    async write(documents) {
      const row = { documents: JSON.stringify(documents), read_at: clock() };
      await db
        .insertInto('identity_provider')
        .values({ issuer, ...row })
        .onConflict((conflict) => conflict.column('issuer').doUpdateSet(row))
        .execute();
    },
  };
}
