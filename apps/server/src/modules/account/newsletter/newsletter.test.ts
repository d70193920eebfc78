import { createHash } from 'node:crypto';
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { PushMessage } from '@keepsake/contracts/push';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'zod/v4/core';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { asCustomerId } from '../../../testing/customer-ids.ts';
import { areaOf } from '../../../testing/erase-customer.ts';
import { channels } from '../../frame/channels/index.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { CONSENT_VERSION, consentText } from './consents.ts';
import { startNewsletter } from './newsletter.fixture.ts';

const DAY = 86_400_000;

let world: Awaited<ReturnType<typeof startNewsletter>>;
beforeAll(async () => {
  world = await startNewsletter();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.now = new Date('2026-06-15T10:00:00Z');
});
const pass = (ms: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
};
const suppressions = async () =>
  (await world.db.selectFrom('newsletter_suppressions').selectAll().execute()).length;

describe('a subscription', () => {
  test('waits for the link of its mail, which has token and address, and needs no sign-in [SUB-01, SUB-02, IDN-07]', async () => {
    const anna = await world.addCustomer({ channel: 'bildersonn' });
    expect(await world.read(anna)).toMatchObject({ status: 'none', topics: [], email: world.emailOf(anna) });
    const { body } = await world.subscribe(anna);
    expect(body).toMatchObject({ status: 'pending', topics: ['ideas', 'offers'], frequency: 'every' });
    const link = await world.linkTo(world.emailOf(anna));
    expect(link.origin + link.pathname).toBe('https://photos.example/subscription-confirmation');
    expect(link.searchParams.get('email')).toBe(world.emailOf(anna));
    expect(link.searchParams.get('channel')).toBe('bildersonn');
    const token = link.searchParams.get('confirmation-token') ?? '';
    expect((await world.press(world.emailOf(anna), token)).status).toBe(204);
    expect(await world.read(anna)).toMatchObject({ status: 'subscribed', pausedUntil: null, pending: null });
  });

  test('tells the other windows of its customer about each change [SET-10]', async () => {
    const anna = await world.addCustomer();
    const pushed = await world.listen<PushMessage>(anna);
    const expectPushes = (count: number) =>
      vi.waitFor(() =>
        expect(pushed.map((one) => 'type' in one && one.type)).toEqual(Array(count).fill('account-changed')),
      );
    await world.subscribe(anna);
    await expectPushes(1);
    await world.press(world.emailOf(anna), await world.tokenTo(world.emailOf(anna)));
    await expectPushes(2);
    await world.change(anna, { pauseDays: 30 });
    await expectPushes(3);
    await world.leave(anna);
    await expectPushes(4);
  });

  test('is confirmed once by 20 simultaneous presses, which all get the same answer [IDN-08]', async () => {
    const anna = await world.addCustomer();
    await world.subscribe(anna);
    const token = await world.tokenTo(world.emailOf(anna));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.press(world.emailOf(anna).toUpperCase(), token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204));
    expect(await world.consentsOf(anna)).toHaveLength(1);
  });

  test('is confirmed only by its own link: foreign, unknown, expired and void ones get the same answer', async () => {
    const [anna, mia, noah] = [
      await world.addCustomer(),
      await world.addCustomer(),
      await world.addCustomer(),
    ];
    for (const one of [anna, mia, noah]) await world.subscribe(one);
    const [annas, noahs] = [
      await world.tokenTo(world.emailOf(anna)),
      await world.tokenTo(world.emailOf(noah)),
    ];
    await world.leave(noah);
    const pressed = [
      await world.press(world.emailOf(mia), annas),
      await world.press(world.emailOf(anna), 'x'.repeat(43)),
      await world.press(world.emailOf(noah), noahs),
    ];
    pass(72 * 60 * MINUTE_MS + 1);
    pressed.push(await world.press(world.emailOf(anna), annas));
    const bodies = await Promise.all(
      pressed.map(async (answer) => ({ status: answer.status, code: (await answer.json()).code })),
    );
    expect(bodies).toEqual(Array(4).fill({ status: 404, code: 'not-found' }));
    for (const one of [anna, mia, noah]) expect((await world.read(one)).status).toBe('none');
  });

  test('can have its mail again at once if a clock that was ahead sent the first', async () => {
    const anna = await world.addCustomer();
    pass(9 * 24 * 60 * MINUTE_MS);
    await world.subscribe(anna);
    pass(-9 * 24 * 60 * MINUTE_MS);
    const { pending } = (await world.read(anna)) as { pending: { resendAt: string } };
    expect(pending.resendAt).toBe(world.clock.now.toISOString());
    expect((await world.resend(anna)).status).toBe(200);
  });

  test('can have its mail again after a minute, and each of its links confirms it', async () => {
    const anna = await world.addCustomer();
    await world.subscribe(anna);
    const first = await world.tokenTo(world.emailOf(anna));
    expect((await world.resend(anna)).status).toBe(429);
    pass(MINUTE_MS);
    const { status, body } = await world.resend(anna);
    expect([status, body.pending?.resendAt]).toEqual([200, '2026-06-15T10:02:00.000Z']);
    await expect.poll(() => world.tokenTo(world.emailOf(anna))).not.toBe(first);
    expect((await world.press(world.emailOf(anna), await world.tokenTo(world.emailOf(anna)))).status).toBe(
      204,
    );
    expect((await world.press(world.emailOf(anna), first)).status).toBe(204);
    expect((await world.resend(anna)).status).toBe(404);
  });

  test('whose link has expired gets a new one without a sign-in, and nobody else gets a mail', async () => {
    const anna = await world.addCustomer();
    await world.subscribe(anna);
    const old = await world.tokenTo(world.emailOf(anna));
    pass(4 * DAY);
    expect((await world.press(world.emailOf(anna), old)).status).toBe(404);
    const ask = (email: string) => world.gateway(`/Profiles/${encodeURIComponent(email)}/subscription/links`);
    expect((await ask('nobody@example.com')).status).toBe(204);
    expect((await ask(world.emailOf(anna).toUpperCase())).status).toBe(204);
    await expect.poll(() => world.tokenTo(world.emailOf(anna))).not.toBe(old);
    const token = await world.tokenTo(world.emailOf(anna));
    expect((await world.press(world.emailOf(anna), token)).status).toBe(204);
    const stray = world.db.selectFrom('outbox_mails').where('recipient', '=', 'nobody@example.com');
    expect(await stray.selectAll().execute()).toEqual([]);
  });

  test('can change topics and frequency, and pause until a date or until the customer resumes it', async () => {
    const anna = await world.subscribed();
    const { body } = await world.change(anna, { topics: ['news'], frequency: 'monthly', pauseDays: 30 });
    expect(body).toMatchObject({ topics: ['news'], frequency: 'monthly' });
    expect(body.pausedUntil).toBe('2026-07-15T10:00:00.000Z');
    expect((await world.change(anna, { pauseDays: 0 })).body.pausedUntil).toBeNull();
    await world.change(anna, { pauseDays: 60 });
    pass(60 * DAY);
    expect(await world.read(anna)).toMatchObject({ status: 'subscribed', pausedUntil: null });
    expect((await world.change(anna, { topics: [] })).status).toBe(400);
    expect((await world.change(anna, { pauseDays: 31 })).status).toBe(400);
    expect((await world.change(await world.addCustomer(), { topics: ['news'] })).status).toBe(404);
  });

  test('that was left is gone for good, until its owner confirms a new one', async () => {
    const anna = await world.subscribed();
    const before = await suppressions();
    expect((await world.leave(anna)).status).toBe(204);
    expect((await world.leave(anna)).status).toBe(204);
    expect(await suppressions()).toBe(before + 1);
    expect((await world.read(anna)).status).toBe('none');
    pass(MINUTE_MS);
    await world.subscribe(anna);
    expect(await suppressions()).toBe(before + 1);
    await expect.poll(async () => (await world.linkTo(world.emailOf(anna))).href).toBeTruthy();
    const mails = () =>
      world.db.selectFrom('outbox_mails').where('recipient', '=', world.emailOf(anna)).selectAll().execute();
    await expect.poll(async () => (await mails()).length).toBe(2);
    expect((await world.press(world.emailOf(anna), await world.tokenTo(world.emailOf(anna)))).status).toBe(
      204,
    );
    expect(await suppressions()).toBe(before);
    expect((await world.read(anna)).status).toBe('subscribed');
  });

  test('agrees to the text shown: after a new version the customer is asked again', async () => {
    const anna = await world.addCustomer();
    expect(await world.subscribe(anna, { consentVersion: 'older' })).toMatchObject({ status: 409 });
    expect((await world.read(anna)).status).toBe('none');
  });

  test('its mail contains no advertising [SUB-02]', async () => {
    const anna = await world.addCustomer();
    await world.subscribe(anna);
    const { text_body, html_body } = await receiveMail(world.db, world.emailOf(anna), /confirm/);
    expect(text_body).not.toMatch(/offer|voucher|discount|photo book/i);
    expect(html_body).not.toContain('<img');
    const links = [...text_body.matchAll(/https?:\/\/\S+/g)].map(([link]) => link);
    expect(links.filter((link) => !link.includes('/legal/'))).toHaveLength(1);
  });
});

describe('the proof of a consent', () => {
  test('contains the time and network of both steps and the text shown', async () => {
    const anna = await world.addCustomer();
    await world.subscribe(anna, { locale: 'de-AT' });
    pass(5 * MINUTE_MS);
    await world.press(world.emailOf(anna), await world.tokenTo(world.emailOf(anna)));
    const [proof] = await world.consentsOf(anna);
    const text = consentText('de-AT', { id: 'pennyfern', name: 'Pennyfern' });
    expect(proof).toMatchObject({
      source: 'double-opt-in',
      text_version: CONSENT_VERSION,
      locale: 'de-AT',
      topics: ['ideas', 'offers'],
      requested_at: new Date('2026-06-15T10:00:00Z'),
      requested_network: '127.0.0.0/24',
      confirmed_at: new Date('2026-06-15T10:05:00Z'),
      confirmed_network: '127.0.0.0/24',
      ended_at: null,
    });
    expect(proof?.text_digest).toEqual(createHash('sha256').update(text).digest());
    const stored = world.db
      .selectFrom('newsletter_texts')
      .where('digest', '=', proof?.text_digest ?? Buffer.of());
    expect(await stored.select('text').execute()).toEqual([{ text }]);
  });

  test('other topics are proved again, and unsubscribing says when and how', async () => {
    const anna = await world.subscribed();
    await world.change(anna, { topics: ['offers', 'ideas'] });
    expect(await world.consentsOf(anna)).toHaveLength(1);
    await world.change(anna, { topics: ['news'] });
    await world.leave(anna);
    expect(await world.consentsOf(anna)).toMatchObject([
      { source: 'double-opt-in', ended_by: 'replaced' },
      { source: 'topics-change', topics: ['news'], ended_by: 'customer' },
    ]);
  });

  test('outlives the customer without naming them', async () => {
    const [anna, mia] = [await world.subscribed(), await world.subscribed()];
    const mias = await world.consentsOf(mia);
    const { personalData } = world.newsletter;
    const closing = { closedAt: world.clock.now, emails: [] };
    expect(await personalData?.erase?.(anna, closing)).toBeNull();
    expect(await personalData?.erase?.(anna, closing)).toBeNull();
    expect(await world.consentsOf(anna)).toEqual([]);
    const left = await world.consentsOf(asCustomerId('00000000-0000-0000-0000-000000000000'));
    expect(left).toMatchObject([{ ended_by: 'erased', confirmed_network: '127.0.0.0/24' }]);
    expect(JSON.stringify(left)).not.toContain(anna);
    expect(await world.consentsOf(mia)).toEqual(mias);
    expect((await world.read(mia)).status).toBe('subscribed');
  });

  test('is deleted after four years, and an unconfirmed one after a month', async () => {
    const [anna, mia] = [await world.subscribed(), await world.addCustomer()];
    await world.subscribe(mia);
    await world.leave(anna);
    pass(29 * DAY);
    await world.run('forget-expired');
    expect(await world.consentsOf(mia)).toHaveLength(1);
    pass(5 * DAY);
    await world.run('forget-expired');
    expect(await world.consentsOf(mia)).toEqual([]);
    expect(await world.consentsOf(anna)).toHaveLength(1);
    pass(4 * 365 * DAY);
    await world.run('forget-expired');
    expect(await world.consentsOf(anna)).toEqual([]);
  });

  test('my data shows subscription and proofs', async () => {
    const anna = await world.subscribed();
    const rows = async (name: string) => {
      const file = areaOf(world.db, world.newsletter).files?.find((one) => one.name === name);
      const read: unknown[] = [];
      for await (const row of file?.read(anna) ?? []) read.push(file && parse(file.row, row));
      return read;
    };
    expect(await rows('newsletter')).toMatchObject([{ topics: ['ideas', 'offers'], frequency: 'every' }]);
    expect(await rows('newsletter-consents')).toMatchObject([{ source: 'double-opt-in', endedAt: null }]);
  });
});

test('a subscription confirmed elsewhere is taken over once, and never against an unsubscription', async () => {
  const [anna, left] = [await world.addCustomer(), await world.subscribed()];
  await world.leave(left);
  const choice = { topics: ['offers'], frequency: 'monthly', confirmedAt: world.clock.now } as const;
  const take = (customerId: CustomerId) => world.newsletter.importSubscription({ ...choice, customerId });
  expect([await take(anna), await take(anna), await take(left)]).toEqual([true, false, false]);
  expect(await world.read(anna)).toMatchObject({ status: 'subscribed', topics: ['offers'] });
  expect((await world.read(left)).status).toBe('none');
});

test('the texts of a version never change: another text is another version', () => {
  const texts = LOCALES.map((locale) => consentText(locale, { id: 'pennyfern', name: 'Pennyfern' })).join(
    '\n',
  );
  const digest = createHash('sha256').update(texts).digest('hex').slice(0, 16);
  expect({ version: CONSENT_VERSION, digest }).toEqual({ version: '2026-11-29', digest: '83ba6b94895e00d1' });
  expect(channels().length).toBe(LOCALES.length);
});

describe('one click', () => {
  const oneClick = (token: string, init: RequestInit = {}) =>
    fetch(`${world.address}/u/${token}`, { redirect: 'manual', method: 'POST', ...init });
  const form = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  };
  /** As contained in a newsletter. */
  async function tokenOf(customerId: CustomerId): Promise<string> {
    const { createKeys } = await import('./keys.ts');
    return createKeys(await world.secrets.read('newsletter')).tokenFor(customerId);
  }

  test('unsubscribes without cookie, sign-in and redirect, any number of times', async () => {
    const anna = await world.subscribed();
    const token = await tokenOf(anna);
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    const answers = [await oneClick(token, form), await oneClick(token, { body }), await oneClick(token)];
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await world.read(anna)).status).toBe('none');
    expect(await world.consentsOf(anna)).toMatchObject([{ ended_by: 'one-click' }]);
  });

  test('opening its address changes nothing and leads to a confirmation page', async () => {
    const anna = await world.subscribed({ channel: 'stundbo' });
    const token = await tokenOf(anna);
    const { status, headers } = await oneClick(token, { method: 'GET' });
    expect([status, headers.get('location')]).toEqual([
      302,
      `https://photos.example/newsletter-unsubscribe?channel=stundbo&confirmation-token=${token}`,
    ]);
    expect((await world.read(anna)).status).toBe('subscribed');
    const requested = () => world.gateway(`/subscription/${token}/actions/unsubscribe`);
    expect([(await requested()).status, (await requested()).status]).toEqual([204, 204]);
    expect((await world.read(anna)).status).toBe('none');
  });

  test('accepts only its own tokens', async () => {
    const [anna, mia] = [await world.subscribed(), await world.addCustomer()];
    const [annas, mias] = [Buffer.from(await tokenOf(anna), 'base64url'), await tokenOf(mia)];
    const forged = Buffer.concat([annas.subarray(0, 16), Buffer.from(mias, 'base64url').subarray(16)]);
    for (const token of [forged.toString('base64url'), 'x'.repeat(43), 'short', '%00'])
      expect((await oneClick(token, form)).status, token).toBe(404);
    expect((await world.read(anna)).status).toBe('subscribed');
  });
});

describe('another address of the account', () => {
  const move = (customerId: CustomerId, email: string) =>
    world.db.transaction().execute(async (trx) => {
      await trx.updateTable('customers').set({ email }).where('user_id', '=', customerId).execute();
      await world.newsletter.followAddress(trx, { customerId, email });
    });

  test('keeps a confirmed subscription, with its proof', async () => {
    const anna = await world.subscribed();
    await move(anna, `new.${anna}@example.com`);
    expect(await world.read(anna)).toMatchObject({ status: 'subscribed', email: `new.${anna}@example.com` });
    expect(await world.consentsOf(anna)).toMatchObject([
      { ended_by: 'address-change' },
      { source: 'address-change', ended_at: null },
    ]);
    await move(anna, `NEW.${anna}@example.com`);
    expect(await world.consentsOf(anna)).toHaveLength(2);
  });

  test('ends a pending one: the link went to the previous address', async () => {
    const anna = await world.addCustomer();
    await world.subscribe(anna);
    const token = await world.tokenTo(world.emailOf(anna));
    await move(anna, `new.${anna}@example.com`);
    expect((await world.press(world.emailOf(anna), token)).status).toBe(404);
    expect((await world.read(anna)).status).toBe('none');
  });

  test('that unsubscribed before stays unsubscribed', async () => {
    const left = await world.subscribed();
    await world.leave(left);
    const anna = await world.subscribed();
    await move(anna, world.emailOf(left));
    expect((await world.read(anna)).status).toBe('none');
  });
});
