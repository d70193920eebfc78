import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaOf } from '../../../testing/erase-customer.ts';
import { createIdentityData } from '../account-changes/personal-data.ts';
import { removeSecondFactorByOperator } from '../account-changes/remove-second-factor.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { signIn, startIdentity, type TestIdentity } from '../sign-in/identity.fixture.ts';
import { codeOf, enrol, openAccount } from './second-factor.fixture.ts';
import { deleteNewSecondFactor } from './second-factor-store.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const newAccount = () => identity.addAccount(`mia.${randomUUID().slice(0, 8)}@example.com`);
const now = () => identity.clock.now;

test('a code of the app turns it on, gives ten recovery codes once, and is announced by mail', async () => {
  const mia = await newAccount();
  const web = openAccount(identity, mia);
  expect(await web.read()).toEqual({ since: null, recoveryCodesLeft: 0, isRequired: false });
  const { secret, address } = (await web.begin()).body;
  expect(address).toBe(
    `otpauth://totp/Pennyfern:${encodeURIComponent(mia.email)}?secret=${secret}&issuer=Pennyfern`,
  );
  expect(await web.read()).toMatchObject({ since: null });
  const wrong = await web.confirm(codeOf(secret, now(), 9));
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong-code']);
  const { body } = await web.confirm(codeOf(secret, now()));
  expect(body.recoveryCodes).toHaveLength(10);
  expect(await web.read()).toEqual({ since: expect.any(String), recoveryCodesLeft: 10, isRequired: false });
  await receiveMail(identity.db, mia.email, /Two-step sign-in is on/);
});

test('the secret is stored wrapped, and recovery codes as hashes', async () => {
  const mia = await newAccount();
  const { secret, recoveryCodes } = await enrol(identity, mia);
  const rows = JSON.stringify([
    await identity.db.selectFrom('second_factors').selectAll().execute(),
    await identity.db.selectFrom('recovery_codes').selectAll().execute(),
  ]);
  for (const notified of [secret, ...recoveryCodes]) expect(rows).not.toContain(notified);
});

test('two tabs of a session show one secret; another session starts over, and ends the first', async () => {
  const mia = await newAccount();
  const [web, other] = [openAccount(identity, mia), openAccount(identity, mia)];
  const { secret } = (await web.begin()).body;
  expect((await web.begin()).body.secret).toBe(secret);
  const { secret: another } = (await other.begin()).body;
  expect(another).not.toBe(secret);
  expect((await web.confirm(codeOf(secret, now()))).body.code).toBe('enrolment-over');
  expect((await other.confirm(codeOf(another, now()))).status).toBe(200);
  expect((await web.confirm(codeOf(secret, now()))).body.code).toBe('second-factor-on');
  expect((await web.begin()).body.code).toBe('second-factor-on');
});

test('of twenty simultaneous confirmations one gets the codes, and they work', async () => {
  const mia = await newAccount();
  const web = openAccount(identity, mia);
  const { secret } = (await web.begin()).body;
  const answers = await Promise.all(Array.from({ length: 20 }, () => web.confirm(codeOf(secret, now()))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  expect(await web.read()).toMatchObject({ recoveryCodesLeft: 10 });
});

test('what was begun an hour ago has expired and is deleted', async () => {
  const mia = await newAccount();
  const web = openAccount(identity, mia);
  const { secret } = (await web.begin()).body;
  identity.clock.now = new Date(Date.now() + 3_600_000);
  try {
    expect((await web.confirm(codeOf(secret, now()))).status).toBe(410);
    expect((await web.begin()).body.secret).not.toBe(secret);
    identity.clock.now = new Date(Date.now() + 7_300_000);
    await identity.run('forget-expired-hourly');
  } finally {
    identity.clock.now = null;
  }
  const left = identity.db.selectFrom('second_factor_enrolments').where('account_id', '=', mia.id);
  expect(await left.selectAll().execute()).toEqual([]);
});

test('new recovery codes void the earlier ones; turning it off removes them, and twice is no error', async () => {
  const mia = await newAccount();
  const { web, recoveryCodes } = await enrol(identity, mia);
  const renewed = (await web.renew()).body.recoveryCodes;
  expect(renewed).toHaveLength(10);
  expect(renewed).not.toEqual(expect.arrayContaining(recoveryCodes.slice(0, 1)));
  await receiveMail(identity.db, mia.email, /new recovery codes/);
  const removed = await Promise.all([web.remove(), web.remove()]);
  expect(removed.map(({ status }) => status)).toEqual([204, 204]);
  expect(await web.read()).toMatchObject({ since: null, recoveryCodesLeft: 0 });
  expect((await web.renew()).body.code).toBe('second-factor-off');
  await receiveMail(identity.db, mia.email, /Two-step sign-in is off/);
});

test('each change needs a recent sign-in, and with the second factor once it is on', async () => {
  const mia = await newAccount();
  const old = openAccount(identity, mia, { auth_time: Math.floor(Date.now() / 1000) - 600 });
  for (const { status, body } of [
    await old.begin(),
    await old.confirm('123456'),
    await old.renew(),
    await old.remove(),
  ])
    expect([status, body.code]).toEqual([401, 'recent-sign-in-required']);
  await enrol(identity, mia);
  const byPassword = openAccount(identity, mia, { amr: ['pwd'] });
  for (const { status, body } of [await byPassword.renew(), await byPassword.remove()])
    expect([status, body.code]).toEqual([401, 'recent-sign-in-required']);
  expect(await byPassword.read()).toMatchObject({ recoveryCodesLeft: 10 });
});

test('nobody can see or change that of another account', async () => {
  const [mia, eve] = [await newAccount(), await newAccount()];
  await enrol(identity, mia);
  const token = await identity.tokenFor(eve.id, { amr: ['mfa'] });
  const path = `/identity/v2/identities/consumer/${mia.id}/second-factor`;
  const headers = { authorization: `Bearer ${token}` };
  for (const [method, rest] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/actions/begin'],
    ['POST', '/recovery-codes/actions/renew'],
  ])
    expect((await identity.call(eve.id, method ?? '', path + rest, undefined, headers)).status).toBe(404);
});

test('my data says since when, and nothing that gives access; erasure leaves nothing', async () => {
  const mia = await newAccount();
  await enrol(identity, mia);
  const data = areaOf(identity.db, createIdentityData(identity));
  const file = data.files?.find(({ name }) => name === 'two-step-sign-in');
  const rows = file ? await Array.fromAsync(file.read(mia.id)) : [];
  expect(rows).toEqual([{ since: expect.any(String), recoveryCodesLeft: 10 }]);
  await data.erase(mia.id, { closedAt: new Date(), emails: [] });
  for (const table of ['second_factors', 'recovery_codes', 'second_factor_enrolments'] as const)
    expect(
      await identity.db.selectFrom(table).selectAll().where('account_id', '=', mia.id).execute(),
    ).toEqual([]);
});

test('an operator removes it for a customer who has lost everything: all devices are signed out, and a mail says so', async () => {
  const mia = await newAccount();
  const { web } = await enrol(identity, mia);
  const deps = { db: identity.db, clock: now, publicUrl: identity.publicUrl };
  const removed = await Promise.all([1, 2].map(() => removeSecondFactorByOperator(deps, mia.id)));
  expect(removed.toSorted()).toEqual([false, true]);
  expect(await web.read()).toMatchObject({ since: null });
  await receiveMail(identity.db, mia.email, /Two-step sign-in is off/);
  const { tokens } = await signIn(identity, identity.openBrowser(), mia.email);
  const next = await enrol(identity, mia);
  expect(await removeSecondFactorByOperator(deps, mia.id)).toBe(true);
  await expect(identity.isRevoked(String(tokens.claims()?.sid))).resolves.toBe(true);
  expect(await next.web.read()).toMatchObject({ recoveryCodesLeft: 0 });
});

test('undoing an address change removes recent additions, and nothing older', async () => {
  const mia = await newAccount();
  const { web } = await enrol(identity, mia);
  await deleteNewSecondFactor(identity.db, mia.id, new Date(Date.now() + 60_000));
  expect(await web.read()).toMatchObject({ recoveryCodesLeft: 10 });
  await deleteNewSecondFactor(identity.db, mia.id, new Date(Date.now() - 60_000));
  expect(await web.read()).toMatchObject({ since: null });
});
