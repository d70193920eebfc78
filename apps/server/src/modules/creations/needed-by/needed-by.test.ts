import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { areasOf } from '../../../platform/erase-declared.ts';
import { START, startNeededBy } from './needed-by.fixture.ts';

let world: Awaited<ReturnType<typeof startNeededBy>>;
beforeAll(async () => {
  world = await startNeededBy();
});
beforeEach(() => {
  world.clock.now = START;
});
afterAll(() => world.stop());

describe('the date by which something is needed', () => {
  test('of a project says whether it arrives in time if ordered now, and until when to order', async () => {
    const customerId = await world.addCustomer();
    const { projectId } = await world.addProject(customerId);
    expect(await world.readProject(customerId)).toBeNull();
    const set = await world.setProject(customerId, projectId, {
      date: '2026-06-26',
      occasion: ' Grandma’s 80th ',
    });
    expect(set.body.neededBy).toEqual({
      date: '2026-06-26',
      occasion: 'Grandma’s 80th',
      changedAt: START.toISOString(),
      verdict: 'in-time',
      arrival: { from: '2026-06-17', to: '2026-06-18' },
      orderBy: '2026-06-23T11:00:00.000Z',
      timeZone: 'Europe/London',
      alternatives: [],
    });
    expect(await world.readProject(customerId)).toEqual(set.body.neededBy);
  });

  test('that a project misses names others that do not', async () => {
    const customerId = await world.addCustomer();
    const { projectId } = await world.addProject(customerId, { article: 'BOOK_L28' });
    const set = await world.setProject(customerId, projectId, { date: '2026-06-18' });
    expect(set.body.neededBy).toMatchObject({
      verdict: 'late',
      arrival: { from: '2026-06-19', to: '2026-06-23' },
    });
    const titles = set.body.neededBy?.alternatives.map(({ article }) => article);
    expect(titles).toEqual(['PAP_910', 'PAP_913', 'PAP_920']);
  });

  test('of an order is compared with its expected delivery', async () => {
    const customerId = await world.addCustomer();
    const orderCode = await world.addOrder(customerId, '2026-06-17', '2026-06-18');
    const { body } = await world.setOrder(customerId, orderCode, { date: '2026-06-20' });
    expect(body.neededBy).toMatchObject({
      verdict: 'in-time',
      arrival: { from: '2026-06-17', to: '2026-06-18' },
    });
    await world.report(orderCode, {
      type: 'delivery-promise',
      data: { from: '2026-06-22', to: '2026-06-23', reason: 'production-delay' },
    });
    expect(await world.readOrder(customerId)).toMatchObject({ verdict: 'late' });
  });

  test('is unknown without a promise', async () => {
    const customerId = await world.addCustomer();
    const { body } = await world.setOrder(customerId, await world.addOrder(customerId, null), {
      date: '2026-06-20',
    });
    expect(body.neededBy).toMatchObject({ verdict: 'unknown', arrival: null });
    const { projectId } = await world.addProject(customerId, { article: 'MUG' });
    expect(
      (await world.setProject(customerId, projectId, { date: '2026-06-20' })).body.neededBy,
    ).toMatchObject({
      verdict: 'unknown',
      orderBy: null,
    });
  });

  test('is changed and removed based on the latest version; otherwise there is a conflict', async () => {
    const customerId = await world.addCustomer();
    const orderCode = await world.addOrder(customerId, '2026-06-17');
    const first = (await world.setOrder(customerId, orderCode, { date: '2026-06-20' })).body.neededBy
      ?.changedAt;
    expect((await world.setOrder(customerId, orderCode, { date: '2026-06-21' })).status).toBe(409);
    const second = await world.setOrder(customerId, orderCode, { date: '2026-06-22', basedOn: first });
    expect(second.body.neededBy).toMatchObject({ date: '2026-06-22' });
    expect((await world.setOrder(customerId, orderCode, { date: null, basedOn: first })).status).toBe(409);
    const changedAt = second.body.neededBy?.changedAt;
    expect((await world.setOrder(customerId, orderCode, { date: null, basedOn: changedAt })).body).toEqual({
      neededBy: null,
    });
    expect(
      (await world.setOrder(customerId, orderCode, { date: '2026-06-22', basedOn: changedAt })).status,
    ).toBe(409);
    expect(await world.readOrder(customerId)).toBeNull();
  });

  test('of two simultaneous tabs one is stored and the other gets a conflict', async () => {
    const customerId = await world.addCustomer();
    const { projectId } = await world.addProject(customerId);
    const dates = ['2026-06-20', '2026-06-21', '2026-06-22', '2026-06-23'];
    const answers = await Promise.all(dates.map((date) => world.setProject(customerId, projectId, { date })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('is refused with its reason if it has passed or is too far away, by the channel’s calendar', async () => {
    const customerId = await world.addCustomer();
    const orderCode = await world.addOrder(customerId, '2026-06-17');
    // In London it is already the 16th.
    world.clock.now = new Date('2026-06-15T23:30:00Z');
    const past = await world.setOrder(customerId, orderCode, { date: '2026-06-15' });
    expect(past.body).toMatchObject({ status: 400, errors: [{ path: 'body.date', message: 'has passed' }] });
    const far = await world.setOrder(customerId, orderCode, { date: '2028-06-16' });
    expect(far.body.errors).toEqual([{ path: 'body.date', message: 'is more than two years away' }]);
    expect((await world.setOrder(customerId, orderCode, { date: '2026-02-30' })).status).toBe(400);
    expect(
      (await world.setOrder(customerId, orderCode, { date: '2026-06-16', occasion: 'x'.repeat(81) })).status,
    ).toBe(400);
    expect((await world.setOrder(customerId, orderCode, { date: '2026-06-16' })).status).toBe(200);
  });

  test('belongs to its customer, and is no longer tracked once an order has arrived', async () => {
    const [anna, noah] = [await world.addCustomer(), await world.addCustomer()];
    const orderCode = await world.addOrder(anna, '2026-06-17');
    const { projectId } = await world.addProject(anna);
    for (const date of ['2026-06-20', null]) {
      expect((await world.setOrder(noah, orderCode, { date })).status).toBe(404);
      expect((await world.setProject(noah, projectId, { date })).status).toBe(404);
    }
    expect((await world.setProject(anna, randomUUID(), { date: '2026-06-20' })).status).toBe(404);
    await world.report(orderCode, { type: 'status', data: { status: 'cancelled' } });
    expect((await world.setOrder(anna, orderCode, { date: '2026-06-20' })).status).toBe(409);
  });

  test('stays with a project in the bin, is deleted with it, and becomes that of its order', async () => {
    const customerId = await world.addCustomer();
    const { projectId, projectCode } = await world.addProject(customerId);
    await world.setProject(customerId, projectId, { date: '2026-06-26' });
    await world.call(customerId, 'DELETE', `/projects/api/v2/project/${projectId}`);
    expect((await world.setProject(customerId, projectId, { date: '2026-06-27' })).status).toBe(404);
    await world.check('2026-06-22T12:00:00Z');
    expect(await world.mailsTo(customerId)).toEqual([]);
    await world.call(customerId, 'POST', `/projects/api/v2/project/${projectId}/restore`);
    expect(await world.readProject(customerId)).toMatchObject({ date: '2026-06-26' });
    const orderCode = await world.addOrder(customerId, '2026-06-24');
    await world.endProject(customerId, projectCode, orderCode);
    await world.endProject(customerId, projectCode, orderCode);
    expect(await world.readOrder(customerId)).toMatchObject({ date: '2026-06-26', verdict: 'in-time' });
    const other = await world.addProject(customerId);
    await world.setProject(customerId, other.projectId, { date: '2026-06-26' });
    await world.endProject(customerId, other.projectCode);
    const rows = await world.db
      .selectFrom('needed_dates')
      .select('kind')
      .where('user_id', '=', customerId)
      .execute();
    expect(rows).toEqual([{ kind: 'order' }]);
  });
});

describe('a customer who has set a date', () => {
  test('is reminded of a project three days and one day before its last moment, and notified that it is late, once each', async () => {
    const customerId = await world.addCustomer();
    const { projectId } = await world.addProject(customerId);
    await world.setProject(customerId, projectId, { date: '2026-06-26' });
    const pushed = await world.listen(customerId);
    await world.check('2026-06-20T10:59:00Z');
    expect(await world.mailsTo(customerId)).toHaveLength(0);
    for (const at of [
      '2026-06-20T11:00:00Z',
      '2026-06-21T11:00:00Z',
      '2026-06-22T11:00:00Z',
      '2026-06-23T10:59:00Z',
    ])
      await world.check(at);
    expect((await world.mailsTo(customerId)).map(({ subject }) => subject)).toEqual([
      "Order 'Summer in Kent' soon to get it by 26 June",
      "Order 'Summer in Kent' within a day for 26 June",
    ]);
    expect((await world.mailsTo(customerId))[0]?.text).toContain(
      "Order 'Summer in Kent' by Tuesday 23 June at 12:00 to get it by 26 June 2026",
    );
    expect(await world.readNews(customerId)).toMatchObject([{ reference: projectId, news: 'one-day' }]);
    await world.check('2026-06-25T11:00:00Z');
    expect((await world.mailsTo(customerId)).at(-1)?.subject).toContain('can no longer arrive by 26 June');
    await world.check('2026-06-25T23:59:00Z');
    expect(await world.mailsTo(customerId)).toHaveLength(3);
    expect(pushed.map((message) => 'type' in message && message.type)).toEqual(
      Array.from({ length: 3 }, () => 'projects-changed'),
    );
  });

  test('is not notified about an ordered or ended project', async () => {
    const customerId = await world.addCustomer();
    const { projectId, projectCode } = await world.addProject(customerId);
    await world.setProject(customerId, projectId, { date: '2026-06-26' });
    await world.endProject(customerId, projectCode, await world.addOrder(customerId, '2026-06-24'));
    await world.check('2026-06-22T12:00:00Z');
    expect(await world.mailsTo(customerId)).toEqual([]);
  });

  test('is notified when an order becomes late and when it is in time again, in their language', async () => {
    const customerId = await world.addCustomer();
    await world.db
      .updateTable('customers')
      .set({ mail_locale: 'de-AT' })
      .where('user_id', '=', customerId)
      .execute();
    const orderCode = await world.addOrder(customerId, '2026-06-17', '2026-06-18');
    await world.setOrder(customerId, orderCode, { date: '2026-06-20', occasion: 'Omas Geburtstag' });
    const promise = (from: string, to: string) =>
      world.report(orderCode, { type: 'delivery-promise', data: { from, to } });
    await world.check('2026-06-15T11:00:00Z');
    await promise('2026-06-22', '2026-06-23');
    await world.check('2026-06-15T12:00:00Z');
    const [late] = await world.mailsTo(customerId);
    expect(late?.subject).toBe(`Zu spät für den 20. Juni: Bestellung ${orderCode}`);
    expect(late?.text).toContain('bis zum 20. Juni 2026 (Omas Geburtstag)');
    expect(late?.text).toContain('zwischen dem 22. und dem 23. Juni 2026');
    expect(late?.text).toContain(`/orders/${orderCode}`);
    expect(await world.readNews(customerId)).toMatchObject([{ reference: orderCode, news: 'late' }]);
    await promise('2026-06-18', '2026-06-19');
    await world.check('2026-06-15T13:00:00Z');
    expect(await world.mailsTo(customerId)).toHaveLength(1);
    await world.check('2026-06-16T00:00:00Z');
    expect((await world.mailsTo(customerId)).at(-1)?.subject).toContain('Rechtzeitig');
  });

  test('is not notified about what the page already said when the date was set', async () => {
    const customerId = await world.addCustomer();
    const orderCode = await world.addOrder(customerId, '2026-06-22');
    await world.setOrder(customerId, orderCode, { date: '2026-06-20' });
    await world.check('2026-06-16T00:00:00Z');
    expect(await world.mailsTo(customerId)).toEqual([]);
    expect(await world.readNews(customerId)).toEqual([]);
  });

  test('can have it erased, and reads all of it', async () => {
    const customerId = await world.addCustomer();
    const orderCode = await world.addOrder(customerId, '2026-06-22');
    await world.setOrder(customerId, orderCode, { date: '2026-06-20', occasion: 'Moving day' });
    const [area] = areasOf(world.db, [world.modules[0]]);
    const [file] = area?.files ?? [];
    const rows = [];
    for await (const row of file?.read(customerId) ?? []) rows.push(row);
    expect(rows).toMatchObject([{ kind: 'order', reference: orderCode, occasion: 'Moving day' }]);
    expect(await area?.erase(customerId, { closedAt: START, emails: [] })).toBeNull();
    expect(await world.readOrder(customerId)).toBeNull();
  });
});
