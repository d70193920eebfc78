import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { CHANNEL, type Drive, fixture } from './sharding.calls.fixture.ts';
import { makeDemoProjects, makeOnlineProduct, makeProjects } from './sharding.creations.fixture.ts';

export async function driveOrders(drive: Drive, customer: CustomerId, photoId: string): Promise<void> {
  const { tempSelectionId } = await drive.ask(customer, 'createTempSelection', {
    body: { photoIds: [photoId] },
  });
  const bought = { tempSelectionId, channel: CHANNEL, productCode: 'PAP_910', quantity: 1 };
  await drive.ask(customer, 'placeDemoOrder', { body: bought });
  await driveDemoShop(drive, customer);
  const home = { name: 'Mia', streetName: 'Sea Road', postalCode: 'HU1 1AA', city: 'Hull', country: 'GB' };
  const product = {
    code: 'PAP_910',
    quantity: 1,
    price: 19,
    status: 'paymentFree',
    photoIds: [photoId],
    voucher: 'X',
  };
  await drive.ask(customer, 'placeOrder', {
    headers: { [IDEMPOTENCY_HEADER]: randomUUID() },
    body: {
      orderCode: 'ORDER-1',
      customerId: customer,
      channel: CHANNEL,
      currency: 'GBP',
      total: 19,
      status: 'paymentFree',
      products: [product],
      deliveryAddress: home,
      addressChangeableUntil: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  const away = { ...home, streetName: 'Fernlea Road' };
  await drive.ask(customer, 'changeDeliveryAddress', { params: { orderCode: 'ORDER-1' }, body: away });
  const happened = { orderCode: 'ORDER-1', happenedAt: new Date().toISOString(), type: 'status' };
  for (const status of ['producing', 'shipped', 'cancelled']) {
    const event = { ...happened, id: status, data: { status } };
    const other = { ...event, orderCode: 'ORDER-2' };
    // What is cancelled stays so, and nothing more could happen to the first one.
    await drive.ask(customer, 'reportOrderEvents', {
      body: { events: status === 'cancelled' ? [other] : [event, other] },
    });
  }
  const days = { from: '2026-12-01', to: '2026-12-02' };
  const promise = { ...happened, id: 'promise', type: 'delivery-promise', data: days };
  await drive.ask(customer, 'reportOrderEvents', { body: { events: [promise] } });
  const first = { Offset: '0', Limit: '1' };
  await drive.ask(customer, 'getSuperorders', { query: first });
  await drive.ask(customer, 'getSuperorders', { query: { ...first, OrderState: 'notExpired' } });
  const byArticle = { articleNames: 'PAP_910' };
  await drive.ask(customer, 'getOrdersByAccount', { params: { accountId: customer }, query: byArticle });
  for (const name of ['getSuperorder', 'getOrderDeliveryDates', 'getReorderStatus', 'getOrderWithdrawal']) {
    await drive.ask(customer, name, { params: { orderCode: 'ORDER-1' } });
  }
  const neededBy = { date: '2027-12-24', basedOn: null };
  await drive.ask(customer, 'setOrderNeededBy', { params: { orderCode: 'ORDER-1' }, body: neededBy });
  await drive.ask(customer, 'placeReorder', { query: { OrderCode: 'ORDER-1' } });
  const withdrawal = { channel: CHANNEL, name: 'Anna', order: 'ORDER-1', products: [] };
  for (const name of ['declareWithdrawal', 'declareOwnWithdrawal']) {
    await drive.ask(customer, name, { body: { ...withdrawal, email: `${customer}@example.com` } });
  }
  await putFiles(drive, customer);
  await makeProjects(drive, customer, photoId);
  await makeDemoProjects(drive, customer, photoId);
  await makeOnlineProduct(drive, customer);
  await useVouchers(drive, customer);
  await reportInvoices(drive, customer);
}

/** Orders frames in the demo shop, which receives all requests of customers. */
async function driveDemoShop(drive: Drive, customerId: CustomerId): Promise<void> {
  const frames = { channel: CHANNEL, productCode: 'FRA_910', quantity: 1 };
  const headers = { [IDEMPOTENCY_HEADER]: randomUUID() };
  const { orderCode } = await drive.ask(customerId, 'placeDemoOrder', { body: frames, headers });
  const at = new Date().toISOString();
  const context = { customerId, channel: CHANNEL, orderCode, requestedAt: at };
  const address = { name: 'Anna', streetName: 'Kade', city: 'Delft', country: 'NL' };
  const repeated = { currency: 'GBP', total: 5_000, products: [{ code: 'FRA_910', missingPhotosCount: 0 }] };
  const written = { declaredOrder: orderCode, products: [], productCodes: [] };
  const declared = { ...written, name: 'Anna', email: 'anna@example.com' };
  const reorderId = randomUUID();
  const events = [
    { type: 'order.address-change', data: { ...context, version: 2, address } },
    { type: 'order.reorder', data: { ...context, ...repeated, reorderId } },
    {
      type: 'order.withdrawal',
      data: { ...context, ...declared, withdrawalId: randomUUID(), declaredAt: at },
    },
  ];
  const answer = drive.node().tasks.find(({ name }) => name === 'answer-demo-shop');
  for (const event of events) await answer?.handle({ event }, { attempt: 1, maxAttempts: 1 });
  const params = { orderCode: `DEMO-${reorderId.slice(-12).toUpperCase()}` };
  await drive.ask(customerId, 'payDemoOrder', { params });
}

/** Reports an invoice twice with its PDF, and a credit note, and reads them in every way. */
async function reportInvoices(drive: Drive, customer: CustomerId): Promise<void> {
  const amounts = { net: 10, tax: 2, gross: 12, taxes: [{ rate: 20, net: 10, tax: 2 }] };
  const details = {
    customerId: customer,
    channel: CHANNEL,
    currency: 'GBP',
    issuedOn: '2026-05-20',
    ...amounts,
  };
  const invoice = { ...details, kind: 'invoice', number: 'RE-1', orderCodes: ['ORDER-1'], state: 'paid' };
  const params = { invoiceCode: 'RE-1', channel: CHANNEL };
  for (const version of [1, 2])
    await drive.ask(customer, 'saveInvoice', { params, body: { ...invoice, version } });
  const file = Buffer.from('%PDF-1.7');
  const query = { customerId: customer, sha256: createHash('sha256').update(file).digest('hex') };
  const headers = { 'content-type': 'application/pdf' };
  const { invoiceId } = await drive.ask(customer, 'putInvoicePdf', { params, query, file, headers });
  const note = { ...invoice, version: 1, kind: 'credit-note', number: 'GU-1', credits: 'RE-1' };
  await drive.ask(customer, 'saveInvoice', { params: { invoiceCode: 'GU-1' }, body: note });
  const requested = { year: '2026', channel: CHANNEL, search: 'R', orderCode: 'ORDER-1' };
  for (const one of [{}, requested]) await drive.ask(customer, 'getInvoices', { query: one });
  for (const name of ['getInvoicePdf', 'getHistoricalInvoicePdf'])
    await drive.ask(customer, name, { params: { ...params, invoiceId } });
  for (const chosen of [{ year: '2026' }, { ids: invoiceId }] as Record<string, string>[]) {
    const { url } = await drive.ask(customer, 'getInvoiceArchive', { query: chosen });
    await fetch(drive.node().address + url);
  }
}

/** Saves a personal voucher twice, and reads it in every way. */
async function useVouchers(drive: Drive, customer: CustomerId): Promise<void> {
  const params = { voucherCode: 'SPRING-10', code: 'spring10' };
  const voucher = { customerId: customer, title: 'Spring', value: { percent: 10 }, uses: 'once' };
  for (const version of [1, 2])
    await drive.ask(customer, 'saveVoucher', { params, body: { ...voucher, version } });
  for (const name of ['getOffer', 'addToWallet', 'getWallet']) await drive.ask(customer, name, { params });
}

/** Sends a picture of a product twice, the second replacing the first, and reads it. */
async function putFiles(drive: Drive, customer: CustomerId): Promise<void> {
  const params = { orderCode: 'ORDER-1', purpose: 'thumbnail' };
  for (const nth of [0, 1]) {
    const file = Buffer.concat([await readFile(fixture), Buffer.alloc(nth)]);
    const sha256 = createHash('sha256').update(file).digest('hex');
    await drive.ask(customer, 'putOrderFile', { params, query: { sha256, productCode: 'PAP_910' }, file });
  }
  const { files } = await drive.ask(customer, 'getSuperorder', { params });
  await fetch(drive.node().address + files[0]?.url);
}
