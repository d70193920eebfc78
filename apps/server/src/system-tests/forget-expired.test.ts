import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../platform/clock.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { readColumns } from './personal-columns.fixture.ts';

/** Tables with a time at which rows expire that have a job of their own. */
const OWN_JOBS: Readonly<Record<string, string>> = {
  uploads: 'objects are removed first',
};

const NOW = new Date('2026-05-01T12:00:00Z');

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded', roles: ['web'], clock: () => NOW });
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;

async function run(name: string): Promise<void> {
  const task = node().tasks.find((each) => each.name === name);
  if (!task) throw new Error(`There is no task ${name}`);
  await task.handle({}, { attempt: 1, maxAttempts: 1 });
}

test('every table with a time at which rows expire is forgotten', async () => {
  const columns = await readColumns(db());
  const declared = new Set<string>(node().expires.map(({ table }) => table));
  const expiring = [...columns].filter(([, names]) => names.some((name) => /^(\w+_)?expires_at$/.test(name)));
  const others = expiring.map(([table]) => table).filter((table) => !declared.has(table));
  expect(others).toEqual(Object.keys(OWN_JOBS));
});

test('every declared condition can be asked of its table', async () => {
  for (const name of ['forget-expired', 'forget-expired-hourly']) await run(name);
});

test('sign-ins, links, attempts and challenges are over within the hour', async () => {
  const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS);
  const id = () => randomBytes(32);
  const link = { purpose: 'confirm-email', email: 'a@example.com', payload: '{}', created_at: hours(-30) };
  for (const expires_at of [hours(-1), hours(1)]) {
    await db()
      .insertInto('oidc_payloads')
      .values({ model: 'Session', payload: '{}', id: id(), expires_at })
      .execute();
    await db()
      .insertInto('identity_tokens')
      .values({ ...link, token_hmac: id(), expires_at })
      .execute();
    await db().insertInto('used_challenges').values({ challenge_hash: id(), expires_at }).execute();
  }
  for (const last_attempt_at of [hours(-49), hours(-23)])
    await db()
      .insertInto('identity_attempts')
      .values({ subject: id(), attempts: 1, last_attempt_at })
      .execute();
  await run('forget-expired-hourly');
  for (const table of ['oidc_payloads', 'identity_tokens', 'used_challenges'] as const)
    expect(await db().selectFrom(table).select('expires_at').execute()).toEqual([{ expires_at: hours(1) }]);
  const attempts = await db().selectFrom('identity_attempts').select('last_attempt_at').execute();
  expect(attempts).toEqual([{ last_attempt_at: hours(-23) }]);
});
