import { randomUUID } from 'node:crypto';
import type { KnownOrderEvent } from '@keepsake/contracts/orders/order-events';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import { SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServiceVerifier } from '../../../platform/auth.ts';
import { areasOf } from '../../../platform/erase-declared.ts';
import type { Module } from '../../../platform/module.ts';
import { eraseArea } from '../../../testing/erase-customer.ts';
import { newJpeg } from '../../../testing/photos.ts';
import { CREDENTIAL, NOW, startShop } from './demo-shop.fixture.ts';
import { DEMO_SHOP_SERVICE } from './deps.ts';
import { createIntake, type Intake, SubjectGone } from './intake.ts';

let modules: readonly Module[];
let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
  modules = shop.modules;
});
afterAll(() => shop.stop());

const CHANNEL = 'kiekhof';

/** A customer with an ordered photo book and a begun one. */
async function addCustomer() {
  const { customerId, tempSelectionId } = await shop.addCustomer();
  const begin = async (selection: string) => {
    const requested = { tempSelectionId: selection, channel: CHANNEL };
    const { body } = await shop.call(customerId, 'POST', '/orders/demo-shop/books', requested);
    return String((body as unknown as { projectCode: string }).projectCode);
  };
  const order = { projectCode: await begin(tempSelectionId), channel: CHANNEL, productCode: 'BOOK_L28' };
  const { orderCode } = (await shop.place(customerId, { ...order, quantity: 1 })).body;
  const photos = await shop.db.selectFrom('photos').select('id').where('user_id', '=', customerId).execute();
  const photoIds = photos.map(({ id }) => id);
  const repeated = await shop.call(customerId, 'POST', '/temp-selections/temp-selections', { photoIds });
  return { customerId, orderCode, code: await begin(repeated.body.tempSelectionId) };
}

const close = (customerId: CustomerId) =>
  shop.db.updateTable('customers').set({ deleted_at: NOW }).where('user_id', '=', customerId).execute();

/** Erases everything except the shop's own books, which keep an order on its way. */
async function erase(customerId: CustomerId): Promise<void> {
  for (const data of areasOf(shop.db, modules))
    if (data.area !== 'demo-shop') await eraseArea(data, customerId, shop);
  await shop.db.deleteFrom('customers').where('user_id', '=', customerId).execute();
}

type Subject = Awaited<ReturnType<typeof addCustomer>>;
/** What the shop hears of an order, of each type. */
function receivedOf({ customerId, orderCode }: Subject): OutgoingEvent[] {
  const at = NOW.toISOString();
  const context = { customerId, channel: CHANNEL, orderCode };
  const address = { name: 'Anna', streetName: 'Kade', city: 'Delft', country: 'NL' };
  const repeated = { currency: 'EUR', total: 9_000, products: [] };
  const named = { declaredOrder: orderCode, products: [], productCodes: [], name: 'Anna', email: 'a@b.nl' };
  const product = {
    code: 'BOOK',
    quantity: 1,
    price: 1_000,
    status: 'paymentSuccess' as const,
    photoIds: [],
  };
  const money = { currency: 'EUR', total: 1_000, status: 'paymentSuccess' as const, products: [product] };
  return [
    { type: 'order.address-change', data: { ...context, version: 1, address, requestedAt: at } },
    { type: 'order.reorder', data: { ...context, ...repeated, reorderId: randomUUID(), requestedAt: at } },
    { type: 'order.placed', data: { ...context, placedAt: at, order: { ...context, ...money } } },
    { type: 'order.withdrawal', data: { ...context, ...named, withdrawalId: randomUUID(), declaredAt: at } },
    {
      type: 'project.deleted',
      data: { ...context, service: DEMO_SHOP_SERVICE, projectCode: 'P', deletedAt: at },
    },
  ];
}

const dispatched = ({ orderCode }: Subject): KnownOrderEvent => ({
  id: randomUUID(),
  orderCode,
  happenedAt: NOW.toISOString(),
  type: 'status',
  data: { status: 'Dispatched' },
});

describe.each([
  ['closed their account', close],
  ['was erased', erase],
])('once a customer %s', (_how, leave) => {
  test('every job about them ends', async () => {
    const subject = await addCustomer();
    await leave(subject.customerId);
    const { customerId, orderCode, code } = subject;
    const payloads: Record<string, object[]> = {
      'make-demo-book': [{ customerId, orderCode }],
      'report-demo-event': [{ customerId, event: dispatched(subject) }],
      'answer-demo-shop': receivedOf(subject).map((event) => ({ event })),
      'report-demo-project': [{ customerId, code }],
      'picture-demo-project': [{ customerId, code }],
      'place-demo-order': [{ customerId, orderCode }],
    };
    const tasks = shop.modules[2].tasks ?? [];
    expect(Object.keys(payloads).toSorted()).toEqual(tasks.map(({ name }) => name).toSorted());
    const failed: string[] = [];
    for (const [task, all] of Object.entries(payloads))
      for (const payload of all)
        await shop.run(task, payload).catch((error) => failed.push(`${task}: ${error}`));
    expect(failed).toEqual([]);
  });

  test('every call about them is taken, or says that they are gone', async () => {
    const subject = await addCustomer();
    await leave(subject.customerId);
    const { customerId, orderCode, code: projectCode } = subject;
    const content = await newJpeg(30, 20);
    const [productCode, invoiceCode] = [`${orderCode}-BOOK`, orderCode];
    const context = { customerId, channel: CHANNEL, version: 1 };
    const amounts = { net: 1_000, tax: 0, gross: 1_000 };
    const taxes = [{ rate: 0, net: 1_000, tax: 0 }];
    const page = { kind: 'page', width: 3, height: 2 } as const;
    const product = { code: 'BOOK', quantity: 1, price: 1_000, status: 'paymentSuccess' as const };
    const named = { customerId, channel: CHANNEL, currency: 'EUR' };
    const order = { ...named, orderCode: `${orderCode}-2`, total: 1_000, status: product.status };
    const invoice = {
      ...context,
      ...amounts,
      taxes,
      currency: 'EUR',

      kind: 'invoice',
      number: 'RE-1',
      state: 'paid',
    } as const;
    const title = 'Spring';
    const calls: { [Name in keyof Intake]: (intake: Intake) => Promise<unknown> } = {
      placeOrder: (intake) => intake.placeOrder({ ...order, products: [product] }, randomUUID()),
      reportEvents: (intake) => intake.reportEvents([dispatched(subject)]),
      putThumbnail: (intake) => intake.putThumbnail({ orderCode, productCode, content }),
      saveVoucher: (intake) =>
        intake.saveVoucher('GONE-10', {
          version: 1,
          customerId,
          title,
          value: { percent: 10 },
          uses: 'once',
        }),
      saveProject: (intake) =>
        intake.saveProject(projectCode, {
          ...context,
          version: 9,
          continueUrl: '/demo-shop',
          changedAt: NOW.toISOString(),
        }),
      putProjectPicture: (intake) => intake.putProjectPicture({ customerId, projectCode }, content),
      endProject: (intake) => intake.endProject({ customerId, projectCode }),
      saveProduct: (intake) => intake.saveProduct(productCode, { ...context, kind: 'book', pages: [page] }),
      putProductPage: (intake) => intake.putProductPage({ customerId, productCode, place: 1 }, content),
      putProductPdf: (intake) => intake.putProductPdf({ customerId, productCode }, Buffer.from('%PDF-1.7')),
      saveInvoice: (intake) =>
        intake.saveInvoice(
          { customerId, invoiceCode },
          { ...invoice, issuedOn: '2026-05-20' },
          Buffer.from('%PDF-1.7'),
        ),
    };
    const token = { tokens: [CREDENTIAL], scopes: [...SERVICE_SCOPES], channels: null };
    const intake = createIntake({
      routes: () => modules.flatMap(({ routes }) => routes ?? []),
      verifyService: createServiceVerifier({ [DEMO_SHOP_SERVICE]: token }),
      credential: CREDENTIAL,
    });
    const answers = await Promise.allSettled(Object.values(calls).map((call) => call(intake)));
    const others = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled' || answer.reason instanceof SubjectGone
        ? []
        : [`${Object.keys(calls)[at]}: ${answer.reason}`],
    );
    expect(others).toEqual([]);
    expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(4);
  });
});
