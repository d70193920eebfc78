import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isBlocked } from './account-status.ts';
import { FIRM, startBusinessWorld } from './business.fixture.ts';
import {
  accountStatusOf,
  approve as approveSeen,
  block,
  listBusinesses,
  showBusiness,
  unblock,
} from './index.ts';
import { REPLIES } from './vies.fixture.ts';

let world: Awaited<ReturnType<typeof startBusinessWorld>>;
beforeAll(async () => {
  world = await startBusinessWorld();
});
beforeEach(() => world.vies.answer(REPLIES.valid('STUDIO MARLOW')));
afterAll(() => world.stop());

/** Each firm has its own number. */
const ids = [
  10000185, 10000407, 10000666, 10001184, 10001406, 10001665, 10002183, 10002405, 10002664, 10002708,
  10002968, 10003182, 10003404,
].values();
async function addWaiting(firm: object = {}) {
  const studio = await world.addFirm();
  await world.change(studio, { ...FIRM, vatId: `ATU${ids.next().value}`, ...firm });
  await world.check(studio);
  return studio;
}
const waiting = async () => (await listBusinesses(world.db, 'new', 100)).map(({ user_id }) => user_id);
const subjects = async (customerId: CustomerId) =>
  (await world.mailsTo(customerId)).map(({ subject }) => subject);
/** Approves a firm as it is shown now. */
/** What may be written after a command: no option. */
const AFTER_A_COMMAND = /^[0-9a-f]{18}$/;

const approve = async (customerId: CustomerId, { isAnyway = false } = {}) => {
  const { version = '' } = (await showBusiness(world.db, customerId)) ?? {};
  return approveSeen(world.operator, customerId, { isAnyway, version });
};

describe('an operator', () => {
  test('approves a waiting firm: no status is left, and the customer is notified once', async () => {
    const studio = await addWaiting();
    expect(await waiting()).toContain(studio);
    const pushed = await world.listen(studio);
    expect(await approve(studio)).toEqual({ done: true });
    expect(await approve(studio)).toEqual({ done: true });
    expect(await accountStatusOf(world.db, studio)).toEqual({ status: null, missing: [] });
    expect(await waiting()).not.toContain(studio);
    expect(await subjects(studio)).toEqual(['Ihr Geschäftskonto ist freigegeben']);
    await expect.poll(() => pushed).toMatchObject([{ type: 'account-changed' }]);
  });

  test('is asked again when the firm becomes another one, not when only its name changes', async () => {
    const studio = await addWaiting();
    await approve(studio);
    expect((await world.change(studio, { company: 'Marlow Studio GmbH' })).body.status).toBeNull();
    expect((await world.change(studio, { vatId: 'ATU00000024' })).body.status).toBe('New');
    expect(await waiting()).toContain(studio);
  });

  test.each([
    ['company', { company: 'Another Company GmbH' }],
    ['contact', { contacts: [{ name: 'Eve', email: 'eve@example.com' }] }],
    ['registration number', { registerNumber: 'FN 999999 z' }],
    ['invoice address', { invoiceEmail: 'eve@example.com' }],
  ])('cannot approve what was not seen: another %s', async (_what, change) => {
    const studio = await addWaiting();
    const { version = '' } = (await showBusiness(world.db, studio)) ?? {};
    expect(version).toMatch(AFTER_A_COMMAND);
    await world.change(studio, change);
    expect(await approveSeen(world.operator, studio, { isAnyway: true, version })).toEqual({
      done: false,
      refused: 'it has changed since you looked at it; look again',
    });
    expect(await approve(studio, { isAnyway: true })).toEqual({ done: true });
  });

  test('cannot approve an incomplete firm', async () => {
    const studio = await addWaiting({ company: null, contacts: [] });
    const refused = await approve(studio);
    expect(refused).toEqual({ done: false, refused: 'it lacks company, contacts' });
    const silent = await world.addFirm();
    expect(await showBusiness(world.db, silent)).toBeNull();
    expect(await approve(silent)).toMatchObject({ done: false });
  });

  test('is warned about a VAT id of another company, one used by two firms, and one still unchecked', async () => {
    world.vies.answer(REPLIES.valid('ANOTHER COMPANY GMBH'));
    const studio = await addWaiting({ vatId: 'ATU77777773' });
    const other = await addWaiting({ vatId: 'ATU77777773' });
    expect(await world.read(studio)).toMatchObject({ status: 'New', vatState: 'valid' });
    const doubts = [
      'VIES says that ATU77777773 belongs to “ANOTHER COMPANY GMBH”',
      '1 other accounts name ATU77777773',
    ];
    expect((await showBusiness(world.db, other))?.doubts).toEqual(doubts);
    expect(await approve(studio)).toMatchObject({ done: false, doubts });
    expect(await approve(studio, { isAnyway: true })).toEqual({ done: true });
    world.vies.answer(REPLIES.memberStateAway());
    const late = await addWaiting({ vatId: 'ATU66666663' });
    expect(await approve(late)).toMatchObject({
      doubts: ['VIES has not answered about ATU66666663 yet (AT: MS_UNAVAILABLE)'],
    });
  });

  test('blocks with a reason and unblocks again: the account is as it was', async () => {
    const studio = await addWaiting();
    await approve(studio);
    for (const _twice of [1, 2])
      expect(await block(world.operator, studio, 'Three invoices are unpaid.')).toEqual({ done: true });
    expect(await isBlocked(world.db, studio)).toBe(true);
    expect(await world.read(studio)).toMatchObject({
      status: 'Blocked',
      blockReason: 'Three invoices are unpaid.',
    });
    expect(await approve(studio)).toMatchObject({
      refused: 'it is blocked; unblock it first',
    });
    await world.change(studio, { invoiceEmail: 'office@example.com' });
    expect((await world.read(studio)).status).toBe('Blocked');
    expect(await unblock(world.operator, studio)).toEqual({ done: true });
    expect(await unblock(world.operator, studio)).toMatchObject({ refused: 'it is not blocked' });
    expect(await accountStatusOf(world.db, studio)).toEqual({ status: null, missing: [] });
    const notified = ['Ihr Geschäftskonto ist gesperrt', 'Ihr Geschäftskonto ist wieder freigegeben'];
    expect((await subjects(studio)).slice(1)).toEqual(notified);
    expect((await world.mailsTo(studio))[1]?.text).toContain('Three invoices are unpaid.');
  });

  test('can also block a customer who has not entered a firm yet', async () => {
    const studio = await world.addFirm();
    await block(world.operator, studio, 'A test account.');
    expect((await accountStatusOf(world.db, studio)).status).toBe('Blocked');
    await unblock(world.operator, studio);
    expect((await accountStatusOf(world.db, studio)).status).toBe('Default');
  });
});
