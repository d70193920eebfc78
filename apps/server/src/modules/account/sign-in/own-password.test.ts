import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../accounts/store.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { signIn, startIdentity, type TestIdentity } from './identity.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const newAccount = () => identity.addAccount(`mia.${randomUUID().slice(0, 8)}@example.com`);
const ask = ({ id, identityType }: Account, by: CustomerId = id) =>
  identity.call(by, 'POST', `/identity/v2/identities/${identityType}/${id}/passwordresets`, {
    channel: 'pennyfern',
  });

test('a signed-in customer gets a link for a new password, which ends every session [IDN-09]', async () => {
  const account = await newAccount();
  const before = await signIn(identity, identity.openBrowser(), account.email);
  expect((await ask(account)).status).toBe(204);
  const { link } = await receiveMail(identity.db, account.email, /password/i);
  const browser = identity.openBrowser();
  const page = await browser.open(link);
  await browser.submit(page, { password: 'four green willows' });
  identity.verifier.dropAll();
  await expect(identity.verifier.verify(before.tokens.access_token)).rejects.toThrow();
});

test('another customer’s account gets no mail, and too many requests are refused [IDN-09]', async () => {
  const [mia, noah] = [await newAccount(), await newAccount()];
  expect((await ask(mia, noah.id)).status).toBe(404);
  const statuses: number[] = [];
  for (let press = 0; press < 7; press++) statuses.push((await ask(mia)).status);
  expect(statuses.slice(0, 5)).toEqual([204, 204, 204, 204, 204]);
  expect(statuses.at(-1)).toBe(429);
});
