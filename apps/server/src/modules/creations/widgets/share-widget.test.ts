import { Writable } from 'node:stream';
import { encodeAddress } from '@keepsake/contracts/creations/widgets';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PUBLIC_URL, startWidgets } from './widgets.fixture.ts';

const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

let shop: Awaited<ReturnType<typeof startWidgets>>;
let mia: CustomerId;
let code: string;
let url: string;
beforeAll(async () => {
  shop = await startWidgets({ log });
});
afterAll(() => shop.stop());
beforeEach(async () => {
  mia = await shop.addCustomer();
  code = await shop.sendBook(mia, { pictures: [1] });
  ({ url } = (await shop.save(mia, code)).body);
});

let last = 0;
const newAddress = () => `noah.${++last}@example.com`;
const to = (address: string) => ({ toEmailAddress: encodeAddress(address) });

describe('sharing a widget by mail', () => {
  test('mails its address once per press, in the name of the brand [WID-04, WID-09, WID-10]', async () => {
    const noah = newAddress();
    const press = { 'idempotency-key': 'press-1' };
    const first = await shop.share(mia, code, to(noah), press);
    expect(first.status).toBe(200);
    expect(await shop.share(mia, code, to(noah), press)).toEqual(first);
    const [mail, ...more] = await shop.mailsTo(noah);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('A photo book was shared with you');
    expect(mail?.text_body).toContain(url);
    expect(mail?.text_body).toContain('Anna would like to show you a photo book and asked Pennyfern');
    expect(mail?.text_body).toContain('Have a look');
  });

  test('is in the language and name of the vendor’s brand [WID-09]', async () => {
    const noah = newAddress();
    await shop.share(mia, code, { ...to(noah), vendorId: 'bildersonn-at' });
    expect((await shop.mailsTo(noah))[0]?.subject).toBe('Ein Fotobuch wurde mit Ihnen geteilt');
  });

  test('quotes the message as text: no markup, no link, no bidi controls, no second line in a name [WID-04]', async () => {
    const noah = newAddress();
    const personalMessage =
      '<img src=x onerror=alert(1)>\nSee https://evil.example/now or a@evil.example\u202egnp.exe\u0007 مرحبا';
    await shop.share(mia, code, {
      ...to(noah),
      fromName: 'Anna\r\nBcc: all@evil.example\u2066',
      personalMessage,
    });
    const [mail] = await shop.mailsTo(noah);
    expect(mail?.subject).not.toContain('Anna');
    expect(mail?.html_body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail?.html_body).not.toContain('<img src=x');
    for (const body of [mail?.text_body ?? '', mail?.html_body ?? '']) {
      expect(body).not.toMatch(/https:\/\/evil|a@evil|all@evil/);
      expect(body).not.toMatch(/[\u202e\u2066]|(?![\r\n])\p{Cc}/u);
      expect(body).toContain('مرحبا');
    }
    expect(mail?.text_body).toContain('Anna Bcc');
  });

  test.each([
    ['a list of addresses', to('a@example.com,b@example.com')],
    ['two addresses', to('a@example.com b@example.com')],
    ['a name beside it', to('Noah <noah@example.com>')],
    ['a second header', to('noah@example.com\r\nBcc: b@example.com')],
    ['an address that is not encoded', { toEmailAddress: 'noah@example.com' }],
    ['no address', { toEmailAddress: '' }],
    ['no name', { fromName: ' \u202e ' }],
    ['a name of a paragraph', { fromName: 'a'.repeat(61) }],
    ['a message of pages', { personalMessage: 'a'.repeat(501) }],
    ['a brand that is none of ours', { vendorId: 'somebody' }],
  ])('is refused for %s, and mails nothing [WID-10]', async (_what, shared) => {
    expect((await shop.share(mia, code, shared)).status).toBe(400);
    expect(await shop.mailsTo('noah@example.com')).toEqual([]);
  });

  test('accepts base64 as any browser writes it', async () => {
    const local = `noah.${++last}`;
    const encoded = Buffer.from(`${local}@müñchen.example`).toString('base64url');
    expect((await shop.share(mia, code, { toEmailAddress: encoded })).status).toBe(200);
    expect(await shop.mailsTo(`${local}@xn--mchen-ota0f.example`)).toHaveLength(1);
  });

  test('is limited: 20 a day per customer, and 5 a day to an address, from all senders', async () => {
    const statuses = new Map<number, number>();
    for (let nth = 0; nth < 22; nth++) {
      const { status } = await shop.share(mia, code, to(newAddress()));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(429)).toBeGreaterThan(0);
    expect(statuses.get(200)).toBeLessThanOrEqual(20);
    const noah = newAddress();
    const answers: number[] = [];
    for (let nth = 0; nth < 7; nth++) {
      const other = await shop.addCustomer();
      const book = await shop.sendBook(other, { pictures: [] });
      await shop.save(other, book);
      answers.push((await shop.share(other, book, to(noah.toUpperCase()))).status);
    }
    expect(answers.slice(-1)).toEqual([429]);
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
  });

  test('can be refused by the recipient: opening the link changes nothing, its button does, and only a hash is stored', async () => {
    const noah = newAddress();
    await shop.share(mia, code, to(noah));
    const [mail] = await shop.mailsTo(noah);
    const headers = mail?.headers as Record<string, string>;
    const link = /<(.+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.text_body).toContain(link);
    expect(link.startsWith(`${PUBLIC_URL}/no-mails/`)).toBe(true);
    const page = await shop.open(link);
    expect(await page.text()).toContain('Stop emails');
    expect((await shop.share(mia, code, to(noah))).status).toBe(200);
    for (const _press of [1, 2]) expect((await shop.open(link, { method: 'POST' })).status).toBe(200);
    expect(await shop.share(mia, code, to(noah.toUpperCase()))).toMatchObject({
      status: 409,
      body: { code: 'recipient-refused' },
    });
    const other = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A');
    expect((await shop.open(other.slice(0, -4), { method: 'POST' })).status).toBe(404);
    const rows = await shop.db.selectFrom('widget_refusals').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('noah');
  });

  test('is not available for a blocked business customer', async () => {
    const firm = await shop.addBusinessCustomer();
    const book = await shop.sendBook(firm, { pictures: [] });
    await shop.save(firm, book);
    const now = new Date();
    const blocked = { status: 'blocked' as const, blocked_at: now, block_reason: 'Unpaid', changed_at: now };
    await shop.db
      .insertInto('business_accounts')
      .values({ user_id: firm, ...blocked })
      .execute();
    expect(await shop.share(firm, book, to(newAddress()))).toMatchObject({
      status: 403,
      body: { code: 'account-blocked' },
    });
  });

  test('logs neither address nor message, whether it succeeds or is refused', async () => {
    const secret = {
      ...to('whisper@example.com'),
      personalMessage: 'Between you and me',
      fromName: 'Secretive',
    };
    await shop.share(mia, code, secret);
    await shop.share(mia, code, { ...secret, vendorId: 'somebody' });
    await shop.share(mia, 'NOTHING', secret);
    const stated = lines.join('');
    expect(stated).toContain('/api/widgets/v1/widget/:productCode/share');
    for (const word of ['whisper', encodeAddress('whisper@example.com'), 'Between', 'Secretive'])
      expect(stated).not.toContain(word);
    const jobs = await shop.connection.pool.query('select payload::text from graphile_worker._private_jobs');
    expect(JSON.stringify(jobs.rows)).not.toContain('whisper');
  });
});
