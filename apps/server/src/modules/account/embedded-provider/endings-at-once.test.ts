import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '../../../platform/database/database.ts';
import { transactElsewhere } from '../../../platform/testing/transact-elsewhere.ts';
import type { Account } from '../accounts/store.ts';
import { signIn, startIdentity, type TestIdentity } from '../sign-in/identity.fixture.ts';
import { createOidcAdapter } from './oidc-adapter.ts';
import { endOthers } from './session-store.ts';
import { endSessionsOf } from './sessions.ts';

/** What ends sessions locks many rows: if two at once locked them in different orders, one of the two would fail. */
let identity: TestIdentity;
let account: Account;
beforeAll(async () => {
  identity = await startIdentity();
  account = await identity.addAccount('anna@example.com');
});
afterAll(() => identity.stop());

async function countWaiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(identity.db);
  return rows.length;
}

type Ending = [what: string, end: (trx: Queryable) => Promise<unknown>];
const ENDINGS: Ending[] = [
  ['other devices', (trx) => endOthers(trx, { accountId: account.id, now: new Date() }, null)],
  ['everything of an account', (trx) => endSessionsOf(trx, account.id)],
];

test.each(ENDINGS)(
  'ending %s succeeds while a sign-out revokes its tokens, and so does the sign-out',
  async (_what, end) => {
    const { db } = identity;
    const options = { scope: 'openid email profile offline_access' };
    const { tokens } = await signIn(identity, identity.openBrowser(), account.email, options);
    const sid = String(tokens.claims()?.sid);
    const token = db.selectFrom('oidc_payloads').where('model', '=', 'RefreshToken').select('grant_id');
    const { grant_id: grantId } = await token.where('account_id', '=', account.id).executeTakeFirstOrThrow();
    const { revokeByGrantId } = createOidcAdapter({ db, clock: () => new Date() })('RefreshToken');
    const { endings } = await transactElsewhere(db, async (trx) => {
      await trx.selectFrom('oidc_payloads').select('id').where('uid', '=', sid).forUpdate().execute();
      const ending = db.transaction().execute(end);
      await expect.poll(countWaiting).toBe(1);
      const signOut = revokeByGrantId(String(grantId));
      await expect.poll(countWaiting).toBe(2);
      return { endings: Promise.allSettled([ending, signOut]) };
    });
    expect((await endings).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await identity.isRevoked(sid)).toBe(true);
    expect(await token.execute()).toEqual([]);
  },
);
