import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseVoucherFile, saveVoucherFile } from './index.ts';
import { ALPINE_TOKEN, NOW, startVouchers } from './vouchers.fixture.ts';

let shop: Awaited<ReturnType<typeof startVouchers>>;
beforeAll(async () => {
  shop = await startVouchers();
});
afterAll(() => shop.stop());
beforeEach(() => {
  shop.clock.now = NOW;
});
const inSeconds = (seconds: number) => new Date(NOW.getTime() + 1_000 * seconds);

let last = 0;
/** A code that no other test uses. */
const newCode = () => `SPRING-${(++last).toString().padStart(3, '0')}X`;
/** Saves a voucher; returns its code. */
async function issue(changes: object = {}): Promise<string> {
  const code = newCode();
  expect(await shop.save(code, changes)).toMatchObject({ status: 200, body: { version: 1 } });
  return code;
}

describe('a voucher that a service saves', () => {
  test('is found by its code however it is typed, with all its details [VOU-01]', async () => {
    const mia = await shop.addCustomer();
    const goodFor = { title: 'Photo books', articleTypes: ['photo-book'] };
    const minimum = { GBP: 3_000 };
    const code = await issue({ goodFor, minimum, endsAt: '2027-01-01T00:00:00+01:00' });
    const found = await shop.find(mia, ` ${code.toLowerCase().replace('-', ' – ').replace('0', 'o')} `);
    expect(found).toMatchObject({
      status: 200,
      body: {
        code,
        value: { amount: { GBP: 1_000 } },
        minimum,
        goodFor: { ...goodFor, articles: [] },
        endsAt: '2026-12-31T23:00:00.000Z',
        isPersonal: false,
        isUsed: false,
      },
    });
  });

  test.each(['NOBODY-KNOWS', '€', 'A'.repeat(1_900)])(
    'that does not exist is a 404: %.20s [VOU-02]',
    async (typed) => expect((await shop.find(await shop.addCustomer(), typed)).status).toBe(404),
  );

  test('is refused as invalid if its code is as long as a novel [VOU-03]', async () => {
    expect((await shop.find(await shop.addCustomer(), 'A'.repeat(10_000))).status).toBe(400);
  });

  test('is the same with its end in another offset, also if an earlier release stored it', async () => {
    const code = newCode();
    const ends = (endsAt: string, more: object = {}) => shop.save(code, { version: 2, endsAt, ...more });
    expect((await ends('2027-01-01T00:00:00+01:00')).status).toBe(200);
    expect((await ends('2026-12-31T23:00:00Z')).status).toBe(200);
    const hashed = { content_hash: createHash('sha256').update('as it was sent').digest() };
    await shop.db.updateTable('vouchers').set(hashed).where('code', '=', code).execute();
    expect((await ends('2027-01-01T00:00:00+01:00')).status).toBe(200);
    expect((await ends('2027-01-01T00:00:00+02:00')).status).toBe(409);
    expect((await ends('2027-01-01T00:00:00+01:00', { title: 'Other' })).status).toBe(409);
  });

  test('has its newest version, in whatever order versions arrive', async () => {
    const mia = await shop.addCustomer();
    const code = newCode();
    expect((await shop.save(code, { version: 3, title: 'Third' })).body.version).toBe(3);
    expect((await shop.save(code, { version: 2, title: 'Second' })).body.version).toBe(3);
    expect((await shop.save(code, { version: 3, title: 'Third' })).status).toBe(200);
    expect((await shop.save(code, { version: 3, title: 'Other' })).status).toBe(409);
    expect((await shop.find(mia, code)).body.title).toBe('Third');
  });

  test('belongs to one service, and its code is not confusable with another’s', async () => {
    const code = await issue();
    expect((await shop.save(code, { version: 2 }, shop.crm)).status).toBe(409);
    expect((await shop.save(code.replaceAll('0', 'O'), { version: 2 })).status).toBe(409);
  });

  test.each([
    ['percent of 0', { value: { percent: 0 } }],
    ['percent of 101', { value: { percent: 101 } }],
    ['half a per cent', { value: { percent: 0.5 } }],
    ['percent and amount', { value: { percent: 10, amount: { GBP: 10 } } }],
    ['an amount of nothing', { value: { amount: { GBP: 0 } } }],
    ['no currency', { value: { amount: {} } }],
    ['a minimum in another currency', { minimum: { EUR: 100 } }],
    ['a minimum in one of two currencies', { value: { amount: { GBP: 9, EUR: 9 } }, minimum: { GBP: 9 } }],
    ['an end without a time zone', { endsAt: '2026-12-31T23:59:59' }],
    ['good for nothing', { goodFor: { title: 'Nothing' } }],
    ['an unknown channel', { channels: ['nowhere'] }],
  ])('is refused with %s', async (_what, changes) => {
    expect((await shop.save(newCode(), changes)).status).toBe(400);
  });

  test('is for channels that the service may write to', async () => {
    expect((await shop.save(newCode(), {}, ALPINE_TOKEN)).status).toBe(403);
    expect((await shop.save(newCode(), { channels: ['pennyfern'] }, ALPINE_TOKEN)).status).toBe(403);
    expect((await shop.save(newCode(), { channels: ['kiekhof'] }, ALPINE_TOKEN)).status).toBe(200);
  });

  test('that is personal is in its owner’s wallet at once, and unknown to all others', async () => {
    const [mia, noah] = [await shop.addCustomer(), await shop.addCustomer()];
    const screens = await shop.listen(mia);
    const code = await issue({ customerId: mia });
    expect(await shop.wallet(mia)).toMatchObject([{ code, isPersonal: true }]);
    await expect
      .poll(() => screens.map((message) => 'type' in message && message.type))
      .toEqual(['vouchers-changed']);
    const nobodys = await shop.find(noah, 'NOBODY-KNOWS');
    for (const answer of [await shop.find(noah, code), await shop.add(noah, code)]) {
      expect({ ...answer.body, correlationId: '' }).toEqual({ ...nobodys.body, correlationId: '' });
    }
    expect(await shop.wallet(noah)).toEqual([]);
    await shop.save(code, { version: 2, customerId: noah });
    expect([await shop.wallet(mia), await shop.wallet(noah)]).toMatchObject([[], [{ code }]]);
  });
});

describe('the wallet', () => {
  test('has each added voucher once, newest first, and drops those that ended long ago', async () => {
    const mia = await shop.addCustomer();
    const [first, second] = [await issue({ endsAt: inSeconds(1).toISOString() }), await issue()];
    expect((await shop.add(mia, first)).status).toBe(200);
    shop.clock.now = inSeconds(2);
    for (const typed of [second, second.toLowerCase()]) await shop.add(mia, typed);
    const codes = async () => (await shop.wallet(mia)).map(({ code }) => code);
    expect(await codes()).toEqual([second, first]);
    shop.clock.now = inSeconds(91 * 86_400);
    expect(await codes()).toEqual([second]);
  });

  test('shows usable vouchers in the overview, those ending first at the top', async () => {
    const mia = await shop.addCustomer();
    const read = () => shop.modules[0].overview?.vouchers?.read(mia);
    expect(await read()).toBeNull();
    const always = await issue({ customerId: mia });
    const soon = await issue({ customerId: mia, endsAt: inSeconds(9).toISOString() });
    await shop.order(mia, 'ORDER-O', [await issue({ customerId: mia })]);
    expect(await read()).toMatchObject({
      items: [{ code: soon }, { code: always }],
      total: 2,
    });
    shop.clock.now = inSeconds(9);
    expect(await read()).toMatchObject({ items: [{ code: always }], total: 1 });
  });

  test('resists guessing of codes: of 20 at once some are refused, and a valid one later is not [VOU-03]', async () => {
    const mia = await shop.addCustomer();
    const code = await issue();
    const tried = Array.from({ length: 20 }, (_, at) => shop.find(mia, `GUESS-${at}`));
    const statuses = (await Promise.all(tried)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(404), ...Array(10).fill(429)]);
    expect((await shop.find(mia, code)).status).toBe(429);
    shop.clock.now = inSeconds(61);
    expect((await shop.find(mia, code)).status).toBe(200);
    expect((await shop.find(await shop.addCustomer(), code)).status).toBe(200);
  });

  test('accepts any number of valid codes', async () => {
    const mia = await shop.addCustomer();
    const code = await issue();
    for (let nth = 0; nth < 15; nth++) expect((await shop.add(mia, code)).status).toBe(200);
  });
});

describe('an order with a voucher', () => {
  test('uses it up for its customer, and releases it if cancelled', async () => {
    const [mia, noah] = [await shop.addCustomer(), await shop.addCustomer()];
    const code = await issue();
    await shop.order(mia, 'ORDER-A', [code.toLowerCase()]);
    expect((await shop.find(mia, code)).body).toMatchObject({ isUsed: true, usedIn: 'ORDER-A' });
    expect((await shop.find(noah, code)).body).toMatchObject({ isUsed: false, usedIn: null });
    await shop.report('ORDER-A', 'Cancelled');
    expect((await shop.find(mia, code)).body).toMatchObject({ isUsed: false, usedIn: null });
    // Only an event that names a product brings a cancelled one back.
    await shop.report('ORDER-A', 'Dispatched', ['P-0']);
    expect((await shop.find(mia, code)).body).toMatchObject({ isUsed: true, usedIn: 'ORDER-A' });
  });

  test('keeps it used while one of its products is not cancelled', async () => {
    const mia = await shop.addCustomer();
    const [one, other] = [await issue(), await issue()];
    await shop.order(mia, 'ORDER-B', [one, one, other]);
    await shop.report('ORDER-B', 'Cancelled', ['P-0', 'P-2']);
    expect((await shop.find(mia, one)).body.isUsed).toBe(true);
    expect((await shop.find(mia, other)).body.isUsed).toBe(false);
  });

  test('of two simultaneous ones the first uses a single-use code; the other is stored, and its shop is informed at every repetition', async () => {
    const [mia, noah] = [await shop.addCustomer(), await shop.addCustomer()];
    const code = await issue({ uses: 'once' });
    const placed = await Promise.all([
      shop.order(mia, 'ORDER-C', [code]),
      shop.order(noah, 'ORDER-D', [code]),
    ]);
    expect(placed.map(({ status }) => status)).toEqual([200, 200]);
    const late = placed[0].body.notes ? 'ORDER-C' : 'ORDER-D';
    const notes = [`The voucher ${code} had been used already. The order was kept as it is.`];
    expect(placed.map(({ body }) => body.notes).filter(Boolean)).toEqual([notes]);
    const repeated = await shop.order(late === 'ORDER-C' ? mia : noah, late, [code]);
    expect(repeated.body).toMatchObject({ orderCode: late, notes });
    const third = await shop.addCustomer();
    expect((await shop.find(third, code)).body).toMatchObject({ isUsed: true, usedIn: null });
    for (const orderCode of ['ORDER-C', 'ORDER-D']) {
      expect((await shop.find(third, code)).body.isUsed).toBe(true);
      await shop.report(orderCode, 'Cancelled');
    }
    expect((await shop.find(third, code)).body.isUsed).toBe(false);
  });

  test('counts if it came before the voucher, and never uses up a permanent one', async () => {
    const mia = await shop.addCustomer();
    const code = newCode();
    await shop.order(mia, 'ORDER-E', [code, 'no code, but words']);
    await shop.save(code);
    expect((await shop.find(mia, code)).body).toMatchObject({ isUsed: true, usedIn: 'ORDER-E' });
    const always = await issue({ uses: 'unlimited' });
    await shop.order(mia, 'ORDER-F', [always]);
    expect((await shop.find(mia, always)).body).toMatchObject({ isUsed: false, usedIn: 'ORDER-F' });
  });
});

describe('the operator’s file', () => {
  const entry = (code: string, changes: object = {}) => ({
    code,
    title: 'For all',
    value: { percent: 10 },
    uses: 'unlimited',
    ...changes,
  });
  const read = (...vouchers: object[]) => parseVoucherFile(JSON.stringify({ vouchers }));
  const take = (...vouchers: object[]) =>
    saveVoucherFile(shop.db, read(...vouchers).value ?? [], shop.clock.now);

  test('is accepted completely; what it no longer names ends, and returns with it', async () => {
    const mia = await shop.addCustomer();
    const [one, other] = [newCode(), newCode()];
    expect(await take(entry(one), entry(other))).toMatchObject({ added: 2, ended: 0 });
    expect(await take(entry(one, { title: 'New' }))).toMatchObject({ changed: 1, ended: 1, unchanged: 0 });
    expect(await take(entry(one, { title: 'New' }))).toMatchObject({ changed: 0, ended: 0, unchanged: 1 });
    expect((await shop.find(mia, one)).body.title).toBe('New');
    expect((await shop.find(mia, other)).body.endsAt).toBe(NOW.toISOString());
    await take(entry(one), entry(other));
    expect((await shop.find(mia, other)).body.endsAt).toBeNull();
  });

  test('with an error in its last line says where, and nothing of it is accepted', () => {
    const code = newCode();
    const { faults } = read(entry(code), entry(code.toLowerCase()), entry('X1', { value: { percent: 101 } }));
    expect(faults).toEqual([
      'vouchers[1].code: customers cannot tell it from that of vouchers[0]',
      expect.stringContaining('vouchers[2].value'),
    ]);
  });

  test('refuses codes that belong to a service', async () => {
    const [free, taken] = [newCode(), await issue()];
    await expect(take(entry(free), entry(taken))).rejects.toThrow(
      `A service already has a voucher with the code ${taken}`,
    );
    expect((await shop.find(await shop.addCustomer(), free)).status).toBe(404);
  });
});
