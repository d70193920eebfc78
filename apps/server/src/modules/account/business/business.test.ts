import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { PushMessage } from '@keepsake/contracts/push';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NOBODY } from '../../../platform/ids.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { areaOf } from '../../../testing/erase-customer.ts';
import { refuseRows } from '../../../testing/refuse-rows.ts';
import { FIRM, startBusinessWorld } from './business.fixture.ts';
import { accountStatusOf } from './index.ts';
import { readChecks } from './vat-checks.ts';
import { REPLIES } from './vies.fixture.ts';

let world: Awaited<ReturnType<typeof startBusinessWorld>>;
beforeAll(async () => {
  world = await startBusinessWorld();
});
beforeEach(() => world.vies.answer(REPLIES.valid()));
afterAll(() => world.stop());

const statesOf = async (customerId: CustomerId) =>
  (await readChecks(world.db, customerId)).map(({ vat_id, state }) => `${vat_id} ${state}`);

describe('a firm', () => {
  test('is Default at first, and becomes New with the last missing detail [B2B-01, RTE-25]', async () => {
    const studio = await world.addFirm();
    expect(await world.read(studio)).toMatchObject({ version: 0, status: 'Default', contacts: [] });
    expect(await accountStatusOf(world.db, studio)).toEqual({
      status: 'Default',
      missing: ['company', 'registerNumber', 'vatId', 'invoiceEmail', 'contacts'],
    });
    const { contacts, ...rest } = FIRM;
    const some = await world.change(studio, { ...rest, company: '  Studio\u200b Marlow   GmbH ' });
    expect(some.body).toMatchObject({ ...rest, status: 'Default', missing: ['contacts'], version: 1 });
    const pushed = await world.listen<PushMessage>(studio);
    const all = await world.change(studio, { contacts, version: 1 });
    expect(all.body).toMatchObject({
      status: 'New',
      missing: [],
      version: 2,
      contacts: [{ name: 'Mia Holm', email: 'mia@example.com', phoneNumber: '+43 664 1234567' }],
    });
    await vi.waitFor(() => expect(pushed).toMatchObject([{ type: 'account-changed' }]));
    expect(await accountStatusOf(world.db, studio)).toEqual({ status: 'New', missing: [] });
  });

  test('does not change if saved unchanged, and is not overwritten if another tab has changed it', async () => {
    const studio = await world.addFirm();
    await world.change(studio, FIRM);
    const repeated = await world.change(studio, { ...FIRM, version: 0 });
    expect([repeated.status, repeated.body.version]).toEqual([200, 1]);
    const outdated = await world.change(studio, { company: 'Other', version: 0 });
    expect([outdated.status, outdated.body.code]).toEqual([409, 'conflict']);
    expect(await world.read(studio)).toMatchObject({ company: FIRM.company, version: 1 });
  });

  test.each([
    ['company', '\u200b'],
    ['company', '<b>Marlow</b>'],
    ['company', 'x'.repeat(101)],
    ['registerNumber', '---'],
    ['vatId', 'AT12345675'],
    ['vatId', 'US123456789'],
    ['invoiceEmail', 'a@example.com,evil@example.com'],
    ['invoiceEmail', 'a@example.com\r\nBcc: x@example.com'],
    ['contacts', Array.from({ length: 6 }, () => FIRM.contacts[0])],
    ['contacts', [{ name: 'Mia', email: 'mia' }]],
    ['contacts', [{ ...FIRM.contacts[0], phoneNumber: '12' }]],
    ['status', 'validated'],
    ['validatedFor', 'vat ATU12345675'],
  ])('with %s %s is refused unchanged', async (field, value) => {
    const studio = await world.addFirm();
    const { status, body } = await world.change(studio, { ...FIRM, [field]: value });
    expect([status, body.code]).toEqual([400, 'invalid-request']);
    expect(await world.read(studio)).toMatchObject({ version: 0, company: null });
  });

  test('with a VAT id whose check digits are wrong is refused before the register is asked', async () => {
    const studio = await world.addFirm();
    const requested = world.vies.requested.length;
    for (const vatId of ['ATU12345674', 'de 136 695 967', 'GB123456789']) {
      const { status, body } = await world.change(studio, { ...FIRM, vatId });
      expect([status, body.code]).toEqual([422, 'vat-id-mistyped']);
    }
    expect(await world.read(studio)).toMatchObject({ version: 0, vatId: null });
    expect(await readChecks(world.db, studio)).toEqual([]);
    expect(world.vies.requested.length).toBe(requested);
  });

  test('too small for a VAT id says so, and then has none', async () => {
    const studio = await world.addFirm();
    await world.change(studio, FIRM);
    const small = await world.change(studio, { isVatExempt: true });
    expect(small.body).toMatchObject({ vatId: null, isVatExempt: true, vatState: null, status: 'New' });
    const grown = await world.change(studio, { vatId: 'DE123456788' });
    expect(grown.body).toMatchObject({ vatId: 'DE123456788', isVatExempt: false });
  });

  test('is for business customers only', async () => {
    const mia = await addCustomer(world.db);
    for (const { status, body } of [
      await world.change(mia, FIRM),
      { status: 403, body: await world.read(mia) },
    ])
      expect([status, (body as { code?: string }).code]).toEqual([403, 'business-only']);
  });
});

describe('the check of a VAT id', () => {
  test('is done by a job and kept as proof', async () => {
    const studio = await world.addFirm();
    expect((await world.change(studio, FIRM)).body.vatState).toBe('pending');
    await world.check(studio);
    expect((await world.read(studio)).vatState).toBe('valid');
    expect(await readChecks(world.db, studio)).toMatchObject([
      { consultation_number: 'WAPIAAAAZ1', answered_at: world.clock.now, next_at: null },
    ]);
    const requested = world.vies.requested.length;
    await world.check(studio);
    expect(world.vies.requested.length).toBe(requested);
  });

  test('that fails keeps no other from being checked', async () => {
    const [first, second] = [await world.addFirm(), await world.addFirm()];
    for (const firm of [first, second]) await world.change(firm, FIRM);
    await using _refused = await refuseRows(world.db, {
      table: 'vat_checks',
      when: 'update',
      condition: `new.user_id = '${first}'`,
    });
    await world.check();
    expect((await world.read(first)).vatState).toBe('pending');
    expect((await world.read(second)).vatState).toBe('valid');
  });

  test('waits while the register is unavailable, is retried later, and is not invalid', async () => {
    const studio = await world.addFirm();
    await world.change(studio, FIRM);
    for (const reply of [REPLIES.memberStateAway(), REPLIES.silent(), REPLIES.brokenJson()]) {
      world.vies.answer(reply);
      await world.check();
      expect(await world.read(studio)).toMatchObject({ vatState: 'pending', status: 'New' });
      world.clock.now = new Date(world.clock.now.getTime() + 3 * 3_600_000);
    }
    const [check] = await readChecks(world.db, studio);
    expect(check).toMatchObject({ tries: 3, failure: 'an answer that cannot be read' });
    world.vies.answer(REPLIES.valid());
    await world.check();
    expect((await world.read(studio)).vatState).toBe('valid');
  });

  test('with the result invalid makes it missing, and notifies the customer once', async () => {
    const studio = await world.addFirm();
    await world.change(studio, FIRM);
    world.vies.answer(REPLIES.invalid());
    const pushed = await world.listen<PushMessage>(studio);
    await world.check(studio);
    await world.check(studio);
    expect(await world.read(studio)).toMatchObject({
      status: 'Default',
      missing: ['vatId'],
      vatState: 'invalid',
    });
    expect((await world.mailsTo(studio)).map(({ subject }) => subject)).toEqual([
      'Bitte prüfen Sie Ihre UID-Nummer',
    ]);
    await vi.waitFor(() => expect(pushed).toMatchObject([{ type: 'account-changed' }]));
    // Its owner may have had it registered in the meantime.
    world.vies.answer(REPLIES.valid());
    await world.change(studio, { vatId: null });
    await world.change(studio, { vatId: FIRM.vatId });
    await world.check(studio);
    expect(await world.read(studio)).toMatchObject({ status: 'New', vatState: 'valid' });
  });

  test('is abandoned when the firm gets another id, and not made for Great Britain, which VIES does not cover', async () => {
    const studio = await world.addFirm();
    await world.change(studio, FIRM);
    const { body } = await world.change(studio, { vatId: 'GB 123 4567 82' });
    expect(body).toMatchObject({ vatId: 'GB123456782', vatState: 'unchecked', status: 'New' });
    await world.check();
    expect(await statesOf(studio)).toEqual(['GB123456782 unchecked']);
  });

  test('is limited in number', async () => {
    const studio = await world.addFirm();
    const digits = ['0126', '0175', '0280', '0343', '0378', '0441', '0476', '0644', '0693', '0749'];
    for (const end of digits) await world.change(studio, { vatId: `DE12345${end}` });
    // Ids still waiting for the register are abandoned: only answered ones count.
    const others = ['0000', '0042', '0091', '0147', '0294', '0350', '0392', '0413', '0448', '0497'];
    for (const end of others) {
      await world.change(studio, { vatId: `DE22345${end}` });
      await world.check(studio);
    }
    const refused = await world.change(studio, { vatId: 'DE323456784' });
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests']);
    expect((await world.read(studio)).vatId).toBe('DE223450497');
  });

  test('stays as anonymous proof when the account is erased; everything else is deleted', async () => {
    const studio = await world.addFirm();
    await world.change(studio, FIRM);
    await world.check(studio);
    const [before] = await readChecks(world.db, studio);
    const area = areaOf(world.db, world.modules[0]);
    expect(await area.countLosses?.(studio)).toEqual([{ kind: 'firms', count: 1 }]);
    const closing = { closedAt: new Date(), emails: [] };
    for (const _twice of [1, 2]) expect(await area.erase(studio, closing)).toBeNull();
    expect(await readChecks(world.db, studio)).toEqual([]);
    expect(await world.read(studio)).toMatchObject({ version: 0, company: null });
    const stored = (await readChecks(world.db, NOBODY)).find(({ id }) => id === before?.id);
    expect(stored).toMatchObject({
      vat_id: FIRM.vatId,
      consultation_number: 'WAPIAAAAZ1',
      registered_address: null,
    });
  });
});
