import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SAMPLE_IDS } from '@keepsake/contracts/platform/sample';
import { CUSTOMER } from '../modules/exchange/event-delivery/store.ts';
import type { Database } from '../platform/database/database.ts';
import { inAnHour, OWN_CONTENT, OWN_NAME, OWN_SHA256, type Stores } from './two-customers.own.fixture.ts';

/** Anna's orders, projects and vouchers; returns the ids. */
export async function addCommerce({ db, objects }: Stores, customerId: CustomerId, photoId: string) {
  return {
    tempSelectionId: await addSelection(db, customerId, photoId),
    ...(await addOrder(db, customerId, photoId)),
    ...(await addProjects(db, customerId, photoId)),
    ...(await addOnlineProduct({ db, objects }, customerId)),
    ...(await addVoucher(db, customerId)),
    ...(await addInvoices({ db, objects }, customerId)),
    ...(await addCallbacks(db, customerId)),
  };
}

/** Photos selected for a print editor. */
async function addSelection(db: Database, customerId: CustomerId, photoId: string): Promise<string> {
  const id = randomUUID();
  const times = { created_at: new Date(), expires_at: inAnHour() };
  await db
    .insertInto('temp_selections')
    .values({ user_id: customerId, id, photo_ids: [photoId], ...times })
    .execute();
  return id;
}

/** An order with a line and a promised delivery. */
async function addOrder(db: Database, customerId: CustomerId, photoId: string) {
  const [code, now] = [randomUUID(), new Date()];
  const details = { channel: 'pennyfern', service: 'shop', status: 'producing', currency: 'GBP', total: 19 };
  const promised = { first_promised_from: '2026-06-18', first_promised_to: '2026-06-19' };
  const expected = { expected_from: '2026-06-18', expected_to: '2026-06-19' };
  const current = { current_status: 'producing', current_since: now, current_total: 19, products_count: 1 };
  const times = { created_at: now, received_at: now, address_changeable_until: inAnHour() };
  const home = {
    name: OWN_NAME,
    streetName: 'Fernlea Road',
    postalCode: 'SW12 9RT',
    city: 'London',
    country: 'GB',
  };
  const address = { delivery_address: JSON.stringify(home) };
  await db
    .insertInto('orders')
    .values({
      user_id: customerId,
      code,
      ...details,
      ...promised,
      ...expected,
      ...current,
      ...times,
      ...address,
    })
    .execute();
  const line = { user_id: customerId, order_code: code, position: 0, code: 'PAP_910', title: OWN_NAME };
  const ordered = {
    production_order: code,
    quantity: 1,
    price: 19,
    status: 'producing',
    photo_ids: [photoId],
  };
  const stands = { current_status: 'producing', current_since: now, current_quantity: 1, current_price: 19 };
  await db
    .insertInto('order_products')
    .values({ ...line, ...ordered, ...stands })
    .execute();
  const body = {
    orderCode: code,
    channel: 'pennyfern',
    products: [{ code: 'PAP_910', quantity: 1, price: 1 }],
  };
  const sold = { idempotency_key: OWN_NAME, begun_at: new Date(), body: JSON.stringify(body) };
  await db
    .insertInto('demo_shop_orders')
    .values({ user_id: customerId, order_code: code, ...sold })
    .execute();
  const given = { id: randomUUID(), requested_at: now, orders_before: 0, currency: 'GBP', total: 19 };
  await db
    .insertInto('reorders')
    .values({ user_id: customerId, order_code: code, ...given, void_at: now })
    .execute();
  await addNeededDate(db, { user_id: customerId, kind: 'order', reference: code });
  return { orderCode: code };
}

/** Two saved projects; the photo is used in the first. */
async function addProjects(db: Database, customerId: CustomerId, photoId: string) {
  const [projectCode, changed] = [randomUUID(), new Date()];
  const ids = [randomUUID(), randomUUID()] as const;
  const details = {
    service: 'editor',
    version: 1,
    content_hash: OWN_SHA256,
    channel: 'pennyfern',
    title: OWN_NAME,
  };
  const where = { continue_url: `/${OWN_NAME}`, changed_at: changed };
  const saved = { user_id: customerId, photo_ids: [photoId], ...details, ...where };
  await db
    .insertInto('projects')
    .values([
      { ...saved, id: ids[0], code: projectCode },
      { ...saved, id: ids[1], code: randomUUID() },
    ])
    .execute();
  const use = { used_in: 'project' as const, reference: ids[0], created_at: changed };
  await db
    .insertInto('photo_uses')
    .values({ user_id: customerId, photo_id: photoId, ...use })
    .execute();
  await addDemoProject(db, { user_id: customerId, code: projectCode, photoId });
  await addNeededDate(db, { user_id: customerId, kind: 'project', reference: ids[0] });
  return { projectId: ids[0], projectCode };
}

/** A date by which something is needed, about which the customer was notified. */
async function addNeededDate(
  db: Database,
  ref: { user_id: CustomerId; kind: 'order' | 'project'; reference: string },
): Promise<void> {
  const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
  const notified = { changed_at: new Date(SAMPLE_IDS.neededDateVersion), told: 'tight', told_at: new Date() };
  await db
    .insertInto('needed_dates')
    .values({ ...ref, needed_on: nextYear, occasion: OWN_NAME, ...notified })
    .execute();
}

async function addDemoProject(
  db: Database,
  { user_id, code, photoId }: { user_id: CustomerId; code: string; photoId: string },
): Promise<void> {
  const prints = { kind: 'prints', photoIds: [photoId], productCode: 'PAP_910', quantity: 1 };
  const content = JSON.stringify({ ...prints, deliveryType: 'Home' });
  const project = { user_id, code, version: 1, channel: 'pennyfern', content };
  await db
    .insertInto('demo_shop_projects')
    .values({ ...project, saved_at: new Date() })
    .execute();
}

/** An online product with its PDF and its map. */
async function addOnlineProduct(
  { db, objects }: Stores,
  customerId: CustomerId,
): Promise<{ productCode: string; widgetId: string }> {
  const [code, productId, now] = [randomUUID(), randomUUID(), new Date()];
  const details = {
    service: 'shop',
    version: 1,
    content_hash: OWN_SHA256,
    channel: 'pennyfern',
    kind: 'book',
  };
  const pages = JSON.stringify([{ kind: 'page', width: 4, height: 3 }]);
  await db
    .insertInto('online_products')
    .values({ user_id: customerId, id: productId, code, title: OWN_NAME, pages, created_at: now, ...details })
    .execute();
  for (const purpose of ['product.pdf', 'map.pdf'] as const) {
    const objectKey = `online-products/${customerId}/${randomUUID()}`;
    await objects.putBytes(objectKey, OWN_CONTENT);
    const stored = { object_key: objectKey, sha256: OWN_SHA256, bytes: OWN_CONTENT.length, created_at: now };
    await db
      .insertInto('online_product_files')
      .values({ user_id: customerId, id: randomUUID(), product_id: productId, purpose, place: 0, ...stored })
      .execute();
  }
  return { productCode: code, widgetId: await addWidget(db, customerId, code) };
}

/** Its widget, with an entry in the gallery. */
async function addWidget(db: Database, customerId: CustomerId, code: string): Promise<string> {
  const [id, now] = [randomUUID(), new Date()];
  const shown = { first_place: 1, colours: 'auto', size: 'medium', sites: [] };
  await db
    .insertInto('widgets')
    .values({ user_id: customerId, code, id, title: OWN_NAME, created_at: now, ...shown })
    .execute();
  const link = { token_hash: createHash('sha256').update(id).digest(), customer_id: customerId, code };
  await db.insertInto('widget_links').values(link).execute();
  const context = { channel: 'pennyfern', widget_id: id, customer_id: customerId, product_code: code };
  const stated = { category: 'travel', title: OWN_NAME, text: OWN_NAME };
  await db
    .insertInto('gallery_entries')
    .values({ id: randomUUID(), ...context, ...stated, state: 'offered', offered_at: now })
    .execute();
  return id;
}

/** An address for callbacks, one callback that was sent there and one that failed, and what the test receiver got. */
async function addCallbacks(db: Database, customerId: CustomerId) {
  const [callbackId, now] = [randomUUID(), new Date()];
  const key = { keys: '', key_made_at: now, key_shown_at: now };
  await db
    .insertInto('callback_endpoints')
    .values({ user_id: customerId, url: `https://${OWN_NAME}.example/`, ...key, changed_at: now })
    .execute();
  const event = { type: 'test', body: '{}', created_at: now, next_at: now, service: CUSTOMER };
  await db
    .insertInto('outgoing_events')
    .values([
      { user_id: customerId, id: randomUUID(), state: 'failed', ...event },
      { user_id: customerId, id: callbackId, state: 'sent', ...event },
    ])
    .execute();
  const tried = { tried_at: now, status: 200, milliseconds: 1, answer: OWN_NAME };
  await db
    .insertInto('callback_tries')
    .values({ user_id: customerId, event_id: callbackId, id: randomUUID(), ...tried })
    .execute();
  const arrived = { callback_id: callbackId, received_at: now, content_type: 'text/plain', body: OWN_NAME };
  await db.insertInto('test_receivers').values({ user_id: customerId, key: OWN_NAME }).execute();
  await db
    .insertInto('test_receiver_arrivals')
    .values({ user_id: customerId, id: randomUUID(), ...arrived })
    .execute();
  const taken = {
    name: OWN_NAME,
    sha256: OWN_SHA256,
    state: 'taken' as const,
    received_at: now,
    moved_at: now,
  };
  await db
    .insertInto('order_lists')
    .values([1, 2].map(() => ({ user_id: customerId, id: randomUUID(), ...taken })))
    .execute();
  return { callbackId };
}

/** A voucher personal to the customer, in their wallet. */
async function addVoucher(db: Database, customerId: CustomerId) {
  const code = randomUUID().replaceAll('-', '').toUpperCase();
  const details = { service: 'shop', version: 1, content_hash: OWN_SHA256, title: OWN_NAME, percent: 10 };
  const voucher = { key: code, code, customer_id: customerId, uses: 'once' as const, ...details };
  await db.insertInto('vouchers').values(voucher).execute();
  const entry = { user_id: customerId, key: code, added_at: new Date() };
  await db.insertInto('wallet_vouchers').values(entry).execute();
  return { voucherCode: code };
}

/** Two invoices with their PDFs. */
async function addInvoices({ db, objects }: Stores, customerId: CustomerId) {
  const details = {
    service: 'shop',
    version: 1,
    content_hash: OWN_SHA256,
    channel: 'pennyfern',
    kind: 'invoice' as const,
  };
  const money = {
    currency: 'GBP',
    net: 10,
    tax: 2,
    gross: 12,
    taxes: '[]',
    order_codes: [],
    state: 'paid' as const,
  };
  const pdf = { sha256: OWN_SHA256, bytes: OWN_CONTENT.length, crc32: crc32(OWN_CONTENT) };
  const ids = [randomUUID(), randomUUID()] as const;
  for (const id of ids) {
    const object_key = `invoices/${customerId}/${randomUUID()}`;
    await objects.putBytes(object_key, OWN_CONTENT);
    const days = { issued_on: '2026-05-20', received_at: new Date() };
    const names = { user_id: customerId, id, code: id, number: `${OWN_NAME} ${id}` };
    await db
      .insertInto('invoices')
      .values({ ...names, ...details, ...money, ...pdf, ...days, object_key })
      .execute();
  }
  return { invoiceId: ids[0], invoiceCode: ids[0] };
}
