import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { sendSealedMailTask } from '../../../platform/mail.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { addressOfPage } from '../../frame/channels/index.ts';
import { findRecipient } from '../customers/index.ts';
import { createMailedLinks, type LinkPurpose } from './index.ts';
import { receiveMail } from './receive-mail.fixture.ts';

const requested = z.object({ customerId: customerIdSchema, wish: z.string() });
type Requested = z.infer<typeof requested>;

/** A purpose as any module adds it, for customers whose accounts may be elsewhere. */
const closing: LinkPurpose<Requested> = {
  name: 'close-account',
  lifetimeSeconds: 60,
  requested,
  async writeMail(trx, { customerId }) {
    const to = await findRecipient(trx, customerId);
    if (!to) return null;
    const page = addressOfPage('https://photos.example', '/close-account', to.channel.id);
    const texts = { subject: 'Close your account?', text: 'One press and it is closed.', button: 'Close it' };
    return { kind: 'close-account', why: 'account', to, brand: to.channel, page, hasToken: true, ...texts };
  },
};

const start = () =>
  startWorld({
    now: null,
    hasWorker: true,
    modules: async (parts) =>
      [
        await createMailedLinks(parts),
        { tasks: [sendSealedMailTask({ ...parts, smtpUrl: null, from: 'no-reply@keepsake.example' })] },
      ] as const,
  });
let world: Awaited<ReturnType<typeof start>>;
let link: ReturnType<typeof createLink>;
const createLink = () => world.modules[0].createLink(closing);
beforeAll(async () => {
  world = await start();
  link = createLink();
});
afterAll(() => world.stop());

const carriedOut: string[] = [];
beforeEach(() => void carriedOut.splice(0));
const act = async (_trx: unknown, { requested: { wish } }: { requested: Requested }) => {
  carriedOut.push(wish);
  return wish;
};

let network = 0;
const newNetwork = () => `2001:db8:${(++network).toString(16)}::1`;

/** Requests a mail for a customer and returns the address that its button leads to. */
async function mailLink({ channel = 'pennyfern', wish = 'now' } = {}): Promise<URL> {
  const customerId = await addCustomer(world.db, { channel });
  await link.request(world.db, { customerId, wish }, newNetwork());
  return new URL((await receiveMail(world.db, `${customerId}@example.com`, /Close your account/)).link);
}
const tokenOf = (address: URL) => address.searchParams.get('confirmation-token') ?? '';

describe('a mailed link', () => {
  test('leads to its page under the customer’s brand and works once', async () => {
    const address = await mailLink({ channel: 'kiekhof', wish: 'today' });
    expect(address.origin + address.pathname).toBe('https://photos.example/close-account');
    expect(address.searchParams.get('channel')).toBe('kiekhof');
    const token = tokenOf(address);
    for (let scan = 0; scan < 3; scan++)
      expect(await link.open(world.db, token)).toMatchObject({ isUsed: false, requested: { wish: 'today' } });
    expect(await link.confirm(token, act)).toEqual({ state: 'done', result: 'today' });
    expect(await link.confirm(token, act)).toEqual({ state: 'used' });
    expect(await link.open(world.db, token)).toMatchObject({ isUsed: true });
    expect(carriedOut).toEqual(['today']);
  });

  test('pressed many times simultaneously works once', async () => {
    const token = tokenOf(await mailLink());
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => link.confirm(token, act)));
    expect(outcomes.filter(({ state }) => state === 'done')).toHaveLength(1);
    expect(outcomes.filter(({ state }) => state === 'used')).toHaveLength(19);
    expect(carriedOut).toHaveLength(1);
  });

  test('stays unused when its action fails or has become pointless', async () => {
    const token = tokenOf(await mailLink());
    await expect(link.confirm(token, () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
    expect(await link.confirm(token, async () => null)).toEqual({ state: 'bad' });
    expect(await link.confirm(token, act)).toMatchObject({ state: 'done' });
  });

  test('is not valid for another purpose, or once it has expired or is void', async () => {
    const other = world.modules[0].createLink({ ...closing, name: 'something-else' });
    const address = await mailLink();
    expect(await other.confirm(tokenOf(address), act)).toEqual({ state: 'bad' });
    const past = new Date(Date.now() - 1_000);
    await world.db.updateTable('identity_tokens').set({ expires_at: past }).execute();
    expect(await link.confirm(tokenOf(address), act)).toEqual({ state: 'bad' });
    const voided = tokenOf(await mailLink());
    const { email } = (await link.open(world.db, voided)) ?? { email: '' };
    await link.void(world.db, email);
    expect(await link.confirm(voided, act)).toEqual({ state: 'bad' });
    expect(carriedOut).toEqual([]);
  });

  test('is stored as a hash only', async () => {
    const token = tokenOf(await mailLink());
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await world.db.selectFrom('identity_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const hashes = rows.map(({ token_hmac }) => token_hmac.toString('base64url'));
    expect(hashes).not.toContain(token);
  });

  test('is in no job, even while its mail is queued', async () => {
    await sql`create table kept_jobs (payload json)`.execute(world.db);
    await sql`create function keep_job() returns trigger language plpgsql
      as 'begin insert into kept_jobs values (new.payload); return new; end'`.execute(world.db);
    await sql`create trigger keep before insert or update on graphile_worker._private_jobs
      for each row execute function keep_job()`.execute(world.db);
    const address = await mailLink();
    const { rows } = await sql<{ payload: object }>`select payload from kept_jobs`.execute(world.db);
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(address));
    expect(JSON.stringify(rows)).not.toContain(address.pathname);
    await sql`drop function keep_job cascade`.execute(world.db);
  });
});

test('a network that has requested many mails has to wait, and no other does', async () => {
  const request = (ip: string) => link.request(world.db, { customerId: newCustomerId(), wish: 'now' }, ip);
  const ip = newNetwork();
  for (let asking = 0; asking < 30; asking++) await request(ip);
  await expect(request(ip)).rejects.toMatchObject({ code: 'too-many-requests' });
  const costly = vi.fn(async () => ({ customerId: newCustomerId(), wish: 'now' }));
  await expect(link.request(world.db, costly, ip)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(costly).not.toHaveBeenCalled();
  await expect(request(newNetwork())).resolves.toBeUndefined();
});

test('two purposes with the same name are refused at the start', () => {
  expect(createLink).toThrow('Two mailed links have the purpose close-account');
});
