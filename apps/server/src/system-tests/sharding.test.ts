import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Endpoint, IDEMPOTENCY_HEADER, SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sampleOf } from '@keepsake/contracts/platform/sample';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { CONSENT_VERSION } from '../modules/account/newsletter/consents.ts';
import { beginIssue } from '../modules/account/newsletter/index.ts';
import { createKeys } from '../modules/account/newsletter/keys.ts';
import { desktopOf, phoneOf } from '../modules/library/phone-transfers/phone-transfers.fixture.ts';
import type { DB } from '../platform/database/database-types.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { createCall } from '../testing/call-api.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { countPartitions, distributeTables, recordStatements } from './sharding.fixture.ts';
import { grantAlbum, seedAnna } from './two-customers.fixture.ts';

/**
 * The whole platform on tables that are hash-partitioned by customer. Every endpoint and every job runs; each sent statement must
 * touch only one partition of a table, or be in one of these lists.
 */
const MAY_TOUCH_MORE: Record<string, RegExp[]> = {
  'shared albums: a viewer reads what owners share, and an owner finds who sees it': [
    /union all select owner_id, .* from shared_album_grants as granted join albums/,
    /from changed union all select user_id, album_id from shared_album_grants/,
    /^update albums set is_shared = false .* not exists \(select from shared_album_grants/,
    /^delete from "shared_album_grants" where "owner_id"/,
    /^select \* from "shared_album_grants" where "owner_id"/,
    /^select "user_id" from "shared_album_grants" where "owner_id" = \$1 and "album_id" = \$2/,
    /^select "user_id", "email" from "customers" where "user_id" in \(\$1, \$2, /,
    /^select from albums where \(user_id, id\) in \(select \* from unnest/,
    /^with gone as \( delete from album_photos where user_id = any/,
    /left join library_photos p on p.user_id = requested."ownerId"/,
  ],
  'the start of a node: it counts the customers of channels that its file lacks': [
    /^select channel, count\(\*\)::int as customers from customers/,
  ],
  'housekeeping by the clock: it looks at all customers, each shard by itself': [
    /from photos where \(user_id, id\) > \(\$1, \$2\) order by user_id, id/,
    /as waiting left join graphile_worker\.jobs as job on job\.key = waiting\."jobKey"/,
    /from photos where not is_described and thumbnail_state <> 'loading'/,
    /^select user_id, id, file_name from photos where name_order = ''/,
    /from photos where made_by is null and thumbnail_state = 'success'/,
    /^update "uploads" set "state" = \$1, .* where "state" = \$6 and "expires_at"/,
    /^select .* from "uploads" where "state" <> \$1 and "closed_at"/,
    /^delete from "uploads" where "state" <> \$1 and "closed_at"/,
    /^with gone as \( delete from photo_exports where status in/,
    /^select \* from my_data_archives as old where status in/,
    /^select .* from pending_objects where not is_open and remove_after/,
    /^delete from pending_objects where is_open and remove_after/,
    /^update pending_objects set is_open = false, remove_after = now\(\) \+ .* where \(user_id, object_key\) in/,
    /^select .* from "projects" where \("deleted_at" <=/,
    /from needed_dates where needed_on >=/,
    /^select "user_id" from "vat_checks" where "state"/,
    /^delete from .* for update skip locked\)\)$/,
    /^select "user_id" from "customers" where lower\("email"\) = .* and "user_id" <>/,
    /as eligibility from newsletter_subscriptions as subscribed .* order by user_id limit/,
  ],
  'an address is looked up, of which nobody says whose it is': [
    /from unnest\(\$1::text\[\]\) as requested \(email\) join customers/,
    /^select "user_id"(, "claims_at")? from "customers" where lower\("email"\) = .* for update$/,
  ],
  'the daily sweep of retention: batches of customers whose storage is due': [
    /^select \*, due_at::text as cursor from storage_accounts where due_at/,
    /from unnest\(\$1::uuid\[\]\) as requested \(user_id\) left join customer_contacts/,
    /^update storage_accounts as stored set .* from json_to_recordset/,
  ],
};

const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const CHANNEL = 'pennyfern';
/** Every call, every task and an erasure, one after the other; milliseconds. */
const SETTING_UP = 300_000;
/** Two photo books are drawn, at low priority, while other tests use the machine. */
const SETTLING = 120_000;
const fixture = path.join(import.meta.dirname, '../platform/images/fixtures/exif-original.jpg');

let installation: Installation;
let client: pg.Client;
let tables: string[];
const recorded = recordStatements();
const answered = new Map<string, number[]>();

beforeAll(async () => {
  installation = await startInstallation({
    env: {
      SERVICE_TOKENS: JSON.stringify({ shop: { token: SHOP_TOKEN, scopes: SERVICE_SCOPES } }),
      DEMO_SHOP: 'on',
      CALLBACK_LOOPBACK: 'on',
      DEMO_SHOP_SECONDS: '1',
      QUOTA_PHOTOS: '1000000',
    },
    async prepareDatabase(url) {
      client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(NOTE_JOBS);
      tables = await distributeTables(client);
    },
  });
  const anna = await driveEveryEndpoint();
  await runEveryTask();
  await eraseAccount(anna);
}, SETTING_UP);
afterAll(async () => {
  recorded.stop();
  await client.end();
  await installation.stop();
});

const node = () => installation.nodes[0] as Installation['nodes'][number];

/** Calls an endpoint of the contract by its name and records its answer. */
async function ask(
  customerId: CustomerId,
  name: string,
  { params = {}, query = {}, body, file, headers = {}, isBusiness = false }: Requested = {},
): Promise<Answer> {
  const endpoint = node().routes.find((route) => route.endpoint.name === name)?.endpoint as Endpoint;
  const url = new URL(
    SERVICE_PATHS[endpoint.service] +
      endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? ''),
    node().address,
  );
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const claims = endpoint.isForBusiness || isBusiness ? { [B2B_CLAIM]: 'password' } : {};
  const token = endpoint.access === 'service' ? SHOP_TOKEN : await installation.tokenFor(customerId, claims);
  const answer = await fetch(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(file ? { 'content-type': 'image/jpeg' } : {}),
      ...headers,
    },
    body: file ?? (body && JSON.stringify(body)),
  });
  answered.set(name, [...(answered.get(name) ?? []), answer.status]);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`);
  return JSON.parse(endpoint.download ? '{}' : text || '{}');
}
type Answer = Record<
  | 'albumId'
  | 'archiveId'
  | 'backupId'
  | 'callbackId'
  | 'cursor'
  | 'email'
  | 'id'
  | 'invoiceId'
  | 'key'
  | 'orderCode'
  | 'projectId'
  | 'testReceiverUrl'
  | 'returnTo'
  | 'tempSelectionId'
  | 'token'
  | 'transferId'
  | 'untouchedUrl'
  | 'url'
  | 'widgetId',
  string
> & {
  projectCode: string;
  archive: { status: string } | null;
  files: { url: string }[];
  images: { url: string }[];
  items: { pictureUrl: string }[];
  methods: { id: string }[];
  pages: { pictureUrl: string }[];
  photo: { imageId: string };
};
type Requested = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  file?: Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Uses a business customer's token for an endpoint that others may call, too. */
  isBusiness?: boolean;
};

async function driveSettings(anna: CustomerId): Promise<void> {
  await ask(anna, 'changeCustomer', { body: { name: 'Anna Holm' } });
  await ask(anna, 'putCustomer', { body: { mailLocale: 'sv-SE' } });
  await ask(anna, 'changeBusiness', { body: { company: 'Studio Holm', vatId: 'ATU12345675' } });
  const address = {
    name: 'Anna',
    streetName: 'Sea Road',
    postalCode: 'HU1 1AA',
    city: 'Hull',
    country: 'GB',
  };
  const { id: addressId } = await ask(anna, 'addAddress', { body: address });
  await ask(anna, 'addAddress', { body: address });
  await ask(anna, 'changeAddress', { params: { addressId }, body: { ...address, city: 'York' } });
  await ask(anna, 'deleteAddress', { params: { addressId } });
  await drivePaymentMethods(anna);
  await driveCallbacks(anna);
  await ask(anna, 'getOrderLists', { query: { limit: '1' } });
  await driveNewsletter(anna);
}

/** Subscribes by the link of a mail, changes, leaves and subscribes again. */
async function driveNewsletter(anna: CustomerId): Promise<void> {
  const choice = { topics: ['ideas'], frequency: 'every', locale: 'en-GB', consentVersion: CONSENT_VERSION };
  for (const name of ['subscribeToNewsletter', 'subscribeToNewsletter'])
    await ask(anna, name, { body: choice });
  const { email } = await ask(anna, 'getNewsletter', { query: { locale: 'en-GB' } });
  await client.query(`update newsletter_subscriptions set link_sent_at = now() - interval '1 hour'`);
  await ask(anna, 'resendNewsletterLink', { body: { locale: 'en-GB' } });
  await ask(anna, 'requestSubscriptionLink', { params: { email } });
  await settle();
  const { rows } = await client.query(
    `select text_body from outbox_mails where recipient = $1 and text_body like '%confirmation-token%'`,
    [email],
  );
  const token = /confirmation-token=([\w-]+)/.exec(rows[0]?.text_body)?.[1] ?? '';
  await ask(anna, 'confirmSubscription', { params: { email, token } });
  const contents = { 'sv-SE': { subject: 'Idéer', text: 'Skriv ut dem.' } };
  const issue = { topic: 'ideas', channel: CHANNEL, contents } as const;
  const { connection, journal } = node();
  await beginIssue({ db: connection.db, journal }, issue, { isAgain: false, now: new Date() });
  await settle();
  await ask(anna, 'changeNewsletter', { body: { topics: ['news'], pauseDays: 30, locale: 'en-GB' } });
  await ask(anna, 'unsubscribeFromNewsletter');
  const keys = createKeys(await node().secrets.read('newsletter'));
  await ask(anna, 'unsubscribeByToken', { params: { token: keys.tokenFor(anna) } });
  await ask(anna, 'subscribeToNewsletter', { body: choice });
}

/** Sets an address where nothing listens, for all later events. */
async function driveCallbacks(anna: CustomerId): Promise<void> {
  const callbacks = { callbackUrl: 'http://localhost:9/', callbackFormat: 'xml' };
  await ask(anna, 'changeCustomer', { body: callbacks, isBusiness: true });
  await ask(anna, 'getCallbackSettings');
  const { key } = await ask(anna, 'makeCallbackKey');
  await ask(anna, 'setTestReceiverKey', { body: { key } });
  const { callbackId } = await ask(anna, 'testCallback');
  await settle();
  const { cursor } = await ask(anna, 'getCallbacks', { query: { limit: '1' } });
  if (cursor) await ask(anna, 'getCallbacks', { query: { limit: '1', cursor } });
  await ask(anna, 'replayCallback', { params: { callbackId } });
  await ask(anna, 'recoverCallbacks', { body: { since: '2026-01-01T00:00:00Z' } });
  const token = (await ask(anna, 'getCallbackSettings')).testReceiverUrl.split('/').at(-1);
  await fetch(`${node().address}/test-receiver/${token}`, { method: 'POST', body: '{}' });
  await ask(anna, 'getCallbackArrivals');
}

async function drivePaymentMethods(anna: CustomerId): Promise<void> {
  for (const choice of ['good', 'mandate']) {
    const { url } = await ask(anna, 'beginPaymentMethod');
    const sessionId = url.split('session=')[1] ?? '';
    const { returnTo } = await ask(anna, 'answerDemoPayment', { params: { sessionId }, body: { choice } });
    const setupId = returnTo.split('setup=')[1] ?? '';
    await ask(anna, 'finishPaymentMethod', { params: { setupId } });
  }
  const { methods } = await ask(anna, 'getPaymentMethods');
  const [first, second] = methods.map(({ id: methodId }) => ({ params: { methodId } }));
  await ask(anna, 'setDefaultPaymentMethod', second);
  await ask(anna, 'deletePaymentMethod', second);
  await ask(anna, 'deletePaymentMethod', first);
}

/** Deletes an account, and its customer comes back. */
async function driveDeletion(noah: CustomerId): Promise<void> {
  const params = { type: 'external', sub: noah };
  const body = { channel: CHANNEL };
  await ask(noah, 'getAccountDeletion', { params });
  await ask(noah, 'requestAccountDeletion', { params, body });
  await settle();
  await ask(noah, 'cancelAccountDeletion', { params });
  await ask(noah, 'requestAccountDeletion', { params, body });
  await client.query(`update account_closings set sent_at = sent_at - interval '1 hour'`);
  await ask(noah, 'resendAccountDeletion', { params });
  await settle();
  const { link } = await receiveMail(node().connection.db, `${noah}@example.com`, /delete your account/);
  const token = new URL(link).searchParams.get('confirmation-token') ?? '';
  await ask(noah, 'confirmAccountDeletion', { params: { ...params, token } });
  await ask(noah, 'getClosedAccount', { params });
  await ask(noah, 'keepAccount', { params });
}

/** Calls every endpoint; returns the customer for whom. */
async function driveEveryEndpoint(): Promise<CustomerId> {
  const [anna, noah] = [newCustomerId(), newCustomerId()];
  for (const customer of [anna, noah]) {
    await ask(customer, 'getCustomer');
    await ask(customer, 'getAccountInformation');
    await ask(customer, 'endSession');
  }
  await driveSettings(anna);
  const [first, second] = [await upload(anna, 1), await upload(anna, 2)];
  await upload(anna, 2);
  await driveTimeline(anna, first);
  const albumId = await driveAlbums(anna, first, second);
  await driveSharing({ ownerId: anna, viewerId: noah, albumId, photoId: first });
  await drivePhone(anna, albumId);
  await driveLegacyImport(anna);
  await driveOutgoing(anna, first);
  await driveOrders(anna, second);
  // A book is drawn from photos that are deleted next.
  await settle();
  await ask(anna, 'deletePhotos', { body: { photoIds: [first] } });
  await ask(anna, 'deleteAlbum', { params: { albumId } });
  await ask(anna, 'deleteAllPhotos');
  await driveDeletion(noah);
  await driveBySamples();
  await settle();
  return anna;
}

/** What needs no story: every other call once, by its sample, for a customer who has rows everywhere. */
async function driveBySamples(): Promise<void> {
  const pool = new pg.Pool({ connectionString: installation.databaseUrl });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const objects = await createObjectStore({ storageUrl: null, dataDir: node().dataDir });
  const { address, routes } = node();
  const ids = await seedAnna({ db, objects }, createCall({ address, tokenFor: installation.tokenFor }));
  // Enough participants to be in more than one partition.
  const album = { ownerId: ids.customerId, albumId: ids.sharedAlbumId };
  for (let nth = 0; nth < 20; nth++) await grantAlbum(db, { ...album, viewerId: newCustomerId() });
  await db.destroy();
  for (const { endpoint } of routes)
    if (!isAnswered(endpoint.name))
      await ask(ids.customerId, endpoint.name, sampleOf(endpoint, ids) as Requested);
}

const isAnswered = (name: string) => answered.get(name)?.some((status) => status < 300);

async function driveTimeline(customer: CustomerId, photoId: string): Promise<void> {
  await ask(customer, 'findKnownContents', { body: { sha256: [Buffer.alloc(32, 1).toString('hex')] } });
  const today = new Date();
  const months = {
    created: { year: String(today.getUTCFullYear()), month: String(today.getUTCMonth() + 1) },
    dateTaken: { year: '2019', month: '7' },
  };
  for (const [sortKey, params] of Object.entries(months)) {
    for (const filter of [{}, { filter: 'notPrinted' }] as Record<string, string>[]) {
      const query = { sortKey, ...filter, limit: '1' };
      await ask(customer, 'getTimeline', { query: { sortKey, ...filter } });
      await ask(customer, 'getTimelineStart', { query: { sortKey, ...filter } });
      await ask(customer, 'getTimelineLayout', { query: { sortKey, ...filter } });
      const { cursor } = await ask(customer, 'getTimelineMonth', { params, query });
      await ask(customer, 'getTimelineMonth', { params, query: { ...query, cursor } });
      await ask(customer, 'getTimelineMonth', { params, query: { ...query, offset: '1' } });
      await ask(customer, 'getTimelineMonthLayout', { params, query: { sortKey, ...filter } });
      const page = await ask(customer, 'getPhotos', { query });
      await ask(customer, 'getPhotos', { query: { ...query, cursor: page.cursor } });
      await ask(customer, 'getPhotos', { query: { ...query, after: photoId } });
    }
  }
  const { url, untouchedUrl } = await ask(customer, 'getPhoto', { params: { photoId } });
  for (const media of [url, untouchedUrl]) await fetch(node().address + media);
}

async function driveAlbums(customer: CustomerId, first: string, second: string): Promise<string> {
  const { albumId } = await ask(customer, 'createAlbum', { body: { name: 'Sea' } });
  await ask(customer, 'createAlbum', { body: { name: 'Hills' } });
  const params = { albumId };
  await ask(customer, 'addAlbumPhotos', { params, body: { photoIds: [first, second] } });
  await ask(customer, 'removeAlbumPhotos', { params, body: { photoIds: [second] } });
  await ask(customer, 'addAlbumPhotos', { params, body: { photoIds: [second] } });
  await ask(customer, 'renameAlbum', { params, body: { name: 'Lake' } });
  await ask(customer, 'getAlbum', { params });
  for (const sortKey of ['created', 'updated', 'name', 'photosCount']) {
    const { cursor } = await ask(customer, 'getAlbums', { query: { sortKey, limit: '1' } });
    await ask(customer, 'getAlbums', { query: { sortKey, limit: '1', cursor } });
  }
  for (const sortKey of ['created', 'dateTaken']) {
    const { cursor } = await ask(customer, 'getAlbumPhotos', { params, query: { sortKey, limit: '1' } });
    await ask(customer, 'getAlbumPhotos', { params, query: { sortKey, limit: '1', cursor } });
    await ask(customer, 'getAlbumPhotos', { params, query: { sortKey, limit: '1', offset: '1' } });
    await ask(customer, 'getAlbumLayout', { params, query: { sortKey } });
  }
  return albumId;
}

type Shared = { ownerId: CustomerId; viewerId: CustomerId; albumId: string; photoId: string };

async function driveSharing({ ownerId, viewerId, albumId, photoId }: Shared): Promise<void> {
  await client.query('update albums set is_shared = true where user_id = $1', [ownerId]);
  await client.query(
    'insert into shared_album_grants (user_id, owner_id, album_id, created_at) values ($1, $2, $3, now())',
    [viewerId, ownerId, albumId],
  );
  const params = { albumId };
  await ask(viewerId, 'getSharedAlbums', { query: { limit: '1' } });
  await ask(viewerId, 'getSharedAlbum', { params });
  const { cursor, images } = await ask(viewerId, 'getSharedAlbumPhotos', { params, query: { limit: '1' } });
  await ask(viewerId, 'getSharedAlbumPhotos', { params, query: { limit: '1', cursor } });
  await ask(viewerId, 'getSharedPhotoDetails', { params: { albumId, ownerId, photoId } });
  for (const { url } of images) await fetch(node().address + url);
  const { id: downloadId } = await ask(viewerId, 'createSharedAlbumDownload', {
    body: { albumId, photos: [{ photoId, ownerId }] },
  });
  await settle();
  const { url } = await ask(viewerId, 'getDownloadUrl', { params: { downloadId } });
  await fetch(node().address + url);
  await ask(viewerId, 'deleteSharedAlbum', { params });
}

async function drivePhone(customer: CustomerId, albumId: string): Promise<void> {
  const { transferId, token } = await ask(customer, 'createPhoneTransfer', { body: { albumId } });
  const phone = phoneOf(installation, token);
  answered.set('openPhoneTransfer', [(await phone.open()).status]);
  const uploadId = await phone.send(await readFile(fixture), 'from-the-phone.jpg');
  answered.set('commitTransferredUpload', [200]);
  answered.set('savePhoneReport', [(await phone.report({ awaited: [uploadId] })).status]);
  for (const name of ['getPhoneTransfer', 'renewPhoneTransfer', 'endPhoneTransfer']) {
    await ask(customer, name, { params: { transferId } });
  }
}

async function driveLegacyImport(customer: CustomerId): Promise<void> {
  await node().keepLegacyUpload({
    customerId: customer,
    fileName: 'before.jpg',
    id: null,
    content: Buffer.concat([await readFile(fixture), Buffer.alloc(9)]),
    uploadedAt: new Date('2018-01-01T00:00:00Z'),
  });
  await ask(customer, 'getActivation');
  await ask(customer, 'activate');
  await settle();
  await ask(customer, 'getActivation');
  await ask(customer, 'getFailedImports');
  const { rows } = await client.query('select id from legacy_uploads where user_id = $1', [customer]);
  const legacyUploadId = rows[0]?.id as string;
  await ask(customer, 'getLegacyUpload', { params: { legacyUploadId } });
  await ask(customer, 'getAnonymousUploads', { body: { ids: [legacyUploadId] } });
}

async function driveOutgoing(customer: CustomerId, photoId: string): Promise<void> {
  const downloadId = randomUUID();
  await ask(customer, 'createDownload', { body: { id: downloadId, name: 'Sea', photos: [photoId] } });
  const { archiveId } = await ask(customer, 'requestMyData', { body: { channel: CHANNEL } });
  await vi.waitFor(
    async () => {
      const { archive } = await ask(customer, 'getMyData');
      if (archive?.status !== 'READY') throw new Error('It is not ready');
    },
    { timeout: 30_000, interval: 200 },
  );
  const data = await ask(customer, 'getMyDataUrl', { params: { archiveId } });
  await fetch(node().address + data.url);
  await ask(customer, 'getMyDataPhotosUrl', { params: { archiveId, iteration: '0' } });
  const { backupId } = await ask(customer, 'requestExport', { body: { channel: CHANNEL } });
  await settle();
  await ask(customer, 'getDownloadUrl', { params: { downloadId } });
  const { url } = await ask(customer, 'getExportChunkUrl', { params: { backupId, iteration: '0' } });
  await (await fetch(node().address + url)).arrayBuffer();
}

async function driveOrders(customer: CustomerId, photoId: string): Promise<void> {
  const { tempSelectionId } = await ask(customer, 'createTempSelection', { body: { photoIds: [photoId] } });
  const bought = { tempSelectionId, channel: CHANNEL, productCode: 'PAP_910', quantity: 1 };
  await ask(customer, 'placeDemoOrder', { body: bought });
  await driveDemoShop(customer);
  const home = { name: 'Mia', streetName: 'Sea Road', postalCode: 'HU1 1AA', city: 'Hull', country: 'GB' };
  const product = {
    code: 'PAP_910',
    quantity: 1,
    price: 19,
    status: 'paymentFree',
    photoIds: [photoId],
    voucher: 'X',
  };
  await ask(customer, 'placeOrder', {
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
  await ask(customer, 'changeDeliveryAddress', { params: { orderCode: 'ORDER-1' }, body: away });
  const happened = { orderCode: 'ORDER-1', happenedAt: new Date().toISOString(), type: 'status' };
  for (const status of ['producing', 'shipped', 'cancelled']) {
    const event = { ...happened, id: status, data: { status } };
    const other = { ...event, orderCode: 'ORDER-2' };
    // What is cancelled stays so, and nothing more could happen to the first one.
    await ask(customer, 'reportOrderEvents', {
      body: { events: status === 'cancelled' ? [other] : [event, other] },
    });
  }
  const days = { from: '2026-12-01', to: '2026-12-02' };
  const promise = { ...happened, id: 'promise', type: 'delivery-promise', data: days };
  await ask(customer, 'reportOrderEvents', { body: { events: [promise] } });
  const first = { Offset: '0', Limit: '1' };
  await ask(customer, 'getSuperorders', { query: first });
  await ask(customer, 'getSuperorders', { query: { ...first, OrderState: 'notExpired' } });
  const byArticle = { articleNames: 'PAP_910' };
  await ask(customer, 'getOrdersByAccount', { params: { accountId: customer }, query: byArticle });
  for (const name of ['getSuperorder', 'getOrderDeliveryDates', 'getReorderStatus', 'getOrderWithdrawal']) {
    await ask(customer, name, { params: { orderCode: 'ORDER-1' } });
  }
  const neededBy = { date: '2027-12-24', basedOn: null };
  await ask(customer, 'setOrderNeededBy', { params: { orderCode: 'ORDER-1' }, body: neededBy });
  await ask(customer, 'placeReorder', { query: { OrderCode: 'ORDER-1' } });
  const withdrawal = { channel: CHANNEL, name: 'Anna', order: 'ORDER-1', products: [] };
  for (const name of ['declareWithdrawal', 'declareOwnWithdrawal']) {
    await ask(customer, name, { body: { ...withdrawal, email: `${customer}@example.com` } });
  }
  await putFiles(customer);
  await makeProjects(customer, photoId);
  await makeDemoProjects(customer, photoId);
  await makeOnlineProduct(customer);
  await useVouchers(customer);
  await reportInvoices(customer);
}

/** Orders frames in the demo shop, which receives all requests of customers. */
async function driveDemoShop(customerId: CustomerId): Promise<void> {
  const frames = { channel: CHANNEL, productCode: 'FRA_910', quantity: 1 };
  const headers = { [IDEMPOTENCY_HEADER]: randomUUID() };
  const { orderCode } = await ask(customerId, 'placeDemoOrder', { body: frames, headers });
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
  const answer = node().tasks.find(({ name }) => name === 'answer-demo-shop');
  for (const event of events) await answer?.handle({ event }, { attempt: 1, maxAttempts: 1 });
  const params = { orderCode: `DEMO-${reorderId.slice(-12).toUpperCase()}` };
  await ask(customerId, 'payDemoOrder', { params });
}

/** Saves prints of the demo shop twice, and orders a photo book. */
async function makeDemoProjects(customer: CustomerId, photoId: string): Promise<void> {
  const prints = { kind: 'prints', photoIds: [photoId], productCode: 'PAP_910', deliveryType: 'Home' };
  const params = { projectCode: 'PRINTS-1' };
  for (const quantity of [1, 2]) {
    const body = { channel: CHANNEL, basedOn: quantity - 1, content: { ...prints, quantity } };
    await ask(customer, 'saveDemoProject', { params, body });
  }
  await ask(customer, 'getDemoProject', { params });
  const { tempSelectionId } = await ask(customer, 'createTempSelection', { body: { photoIds: [photoId] } });
  const { projectCode } = await ask(customer, 'beginDemoBook', {
    body: { tempSelectionId, channel: CHANNEL },
  });
  const book = { channel: CHANNEL, productCode: 'BOOK_L28', quantity: 1, projectCode };
  await ask(customer, 'placeDemoOrder', { body: book });
}

/** Saves a project twice with a picture, deletes it, restores it and ends it. */
async function makeProjects(customer: CustomerId, photoId: string): Promise<void> {
  const params = { projectCode: 'PROJECT-1', accountId: customer };
  const project = { customerId: customer, channel: CHANNEL, photoIds: [photoId], continueUrl: '/demo-shop' };
  let projectId = '';
  for (const version of [1, 2]) {
    ({ projectId } = await ask(customer, 'saveProject', { params, body: { ...project, version } }));
  }
  const file = await readFile(fixture);
  const sha256 = createHash('sha256').update(file).digest('hex');
  await ask(customer, 'putProjectPicture', { params, query: { customerId: customer, sha256 }, file });
  const { items } = await ask(customer, 'getProjects', { params });
  await fetch(`${node().address}${items[0]?.pictureUrl}/300`);
  await ask(customer, 'getOverview');
  const neededBy = { date: '2027-12-24', basedOn: null };
  await ask(customer, 'setProjectNeededBy', { params: { projectId }, body: neededBy });
  await ask(customer, 'deleteProject', { params: { projectId } });
  await ask(customer, 'getProjects', { params, query: { deleted: 'true' } });
  await ask(customer, 'restoreProject', { params: { projectId } });
  await ask(customer, 'endProject', { params, query: { customerId: customer, orderCode: 'ORDER-1' } });
  await ask(customer, 'getNeededNews');
}

/** Sends an online product twice, the second time with fewer pages, with a picture and its documents, reads it and ends it. */
async function makeOnlineProduct(customer: CustomerId): Promise<void> {
  const params = { productCode: 'BOOK-1', place: '1' };
  const page = { kind: 'page', width: 4, height: 3 };
  for (const [version, pages] of [
    [1, [page, page]],
    [2, [page]],
  ] as const)
    await ask(customer, 'saveOnlineProduct', {
      params,
      body: { customerId: customer, channel: CHANNEL, kind: 'book', version, pages },
    });
  const sent = (file: Buffer<ArrayBuffer>) => ({
    query: { customerId: customer, sha256: createHash('sha256').update(file).digest('hex') },
    file,
  });
  await ask(customer, 'putProductPage', { params, ...sent(await readFile(fixture)) });
  for (const purpose of ['product.pdf', 'map.pdf'])
    await ask(customer, 'putProductFile', {
      params: { ...params, purpose },
      ...sent(Buffer.from('%PDF-1.7')),
      headers: { 'content-type': 'application/pdf' },
    });
  await ask(customer, 'getOnlineProducts');
  const { pages, files } = await ask(customer, 'getProduct', {
    params,
    query: { extendResponseWithUrls: 'true' },
  });
  await fetch(`${node().address}${pages[0]?.pictureUrl}/300`);
  await fetch(node().address + files[0]?.url);
  await ask(customer, 'getProduct', { params: { productCode: 'PAP_910' } }).catch(() => undefined);
  await ask(customer, 'getProductPdf', { params });
  await ask(customer, 'getMapPdfs');
  await showToOthers(customer, 'BOOK-1');
  await ask(customer, 'endOnlineProduct', { params, query: { customerId: customer } });
}

/** Reports an invoice twice with its PDF, and a credit note, and reads them in every way. */
async function reportInvoices(customer: CustomerId): Promise<void> {
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
  for (const version of [1, 2]) await ask(customer, 'saveInvoice', { params, body: { ...invoice, version } });
  const file = Buffer.from('%PDF-1.7');
  const query = { customerId: customer, sha256: createHash('sha256').update(file).digest('hex') };
  const headers = { 'content-type': 'application/pdf' };
  const { invoiceId } = await ask(customer, 'putInvoicePdf', { params, query, file, headers });
  const note = { ...invoice, version: 1, kind: 'credit-note', number: 'GU-1', credits: 'RE-1' };
  await ask(customer, 'saveInvoice', { params: { invoiceCode: 'GU-1' }, body: note });
  const requested = { year: '2026', channel: CHANNEL, search: 'R', orderCode: 'ORDER-1' };
  for (const one of [{}, requested]) await ask(customer, 'getInvoices', { query: one });
  for (const name of ['getInvoicePdf', 'getHistoricalInvoicePdf'])
    await ask(customer, name, { params: { ...params, invoiceId } });
  for (const chosen of [{ year: '2026' }, { ids: invoiceId }] as Record<string, string>[]) {
    const { url } = await ask(customer, 'getInvoiceArchive', { query: chosen });
    await fetch(node().address + url);
  }
}

/** Saves a widget of a product twice, opens it as anybody, shares it and submits it to the gallery. */
async function showToOthers(customer: CustomerId, productCode: string): Promise<void> {
  const params = { productCode, orderCode: 'ORDER-1' };
  for (const title of ['Sea', 'Hills']) await ask(customer, 'saveWidget', { params, body: { title } });
  const { url, widgetId } = await ask(customer, 'getWidget', { params });
  for (const path of ['', '/1/300']) await fetch(node().address + new URL(url).pathname + path);
  const toEmailAddress = btoa('noah@example.com');
  await ask(customer, 'shareWidget', {
    params,
    query: { vendorId: 'pennyfern-gb', fromName: 'Anna', toEmailAddress },
  });
  const [query, ofEntry] = [{ channel: CHANNEL }, { widgetId }];
  const entry = { category: 'travel', title: 'Sea' };
  await ask(customer, 'getGalleryCategories', { query });
  await ask(customer, 'addGalleryEntry', { body: { ...entry, widgetId, channel: CHANNEL } });
  await ask(customer, 'changeGalleryEntry', { params: ofEntry, query, body: { ...entry, title: 'Hills' } });
  await ask(customer, 'getGalleryEntry', { params: ofEntry, query });
  const { rows } = await client.query(`update gallery_entries set state = 'shown' returning id`);
  const gallery = `${node().address}/gallery/${CHANNEL}`;
  for (const path of ['', '/travel', `/entries/${rows[0]?.id}`, `/entries/${rows[0]?.id}/1/300`])
    await fetch(gallery + path);
  await ask(customer, 'deleteGalleryEntry', { params: ofEntry, query });
  for (const query of [{}, { orderCodes: 'ORDER-1' }] as Record<string, string>[])
    await ask(customer, 'getWidgets', { query });
  await ask(customer, 'getBlockedOrder', { params });
  await ask(customer, 'deleteWidget', { params });
}

/** Saves a personal voucher twice, and reads it in every way. */
async function useVouchers(customer: CustomerId): Promise<void> {
  const params = { voucherCode: 'SPRING-10', code: 'spring10' };
  const voucher = { customerId: customer, title: 'Spring', value: { percent: 10 }, uses: 'once' };
  for (const version of [1, 2]) await ask(customer, 'saveVoucher', { params, body: { ...voucher, version } });
  for (const name of ['getOffer', 'addToWallet', 'getWallet']) await ask(customer, name, { params });
}

/** Sends a picture of a product twice, the second replacing the first, and reads it. */
async function putFiles(customer: CustomerId): Promise<void> {
  const params = { orderCode: 'ORDER-1', purpose: 'thumbnail' };
  for (const nth of [0, 1]) {
    const file = Buffer.concat([await readFile(fixture), Buffer.alloc(nth)]);
    const sha256 = createHash('sha256').update(file).digest('hex');
    await ask(customer, 'putOrderFile', { params, query: { sha256, productCode: 'PAP_910' }, file });
  }
  const { files } = await ask(customer, 'getSuperorder', { params });
  await fetch(node().address + files[0]?.url);
}

/** Sends a file in two parts, so that an upload is created, continued and committed. */
async function upload(customer: CustomerId, nth: number): Promise<string> {
  const desktop = await desktopOf(installation, customer);
  await desktop.countPhotos();
  const bytes = Buffer.concat([await readFile(fixture), Buffer.alloc(nth)]);
  const headers = { 'content-type': 'application/offset+octet-stream' };
  const created = await desktop.call('POST', '/api/uploads/files', {
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${Buffer.from('sea.jpg').toString('base64')}`,
  });
  const location = created.headers.get('location') ?? '';
  const half = Math.floor(bytes.length / 2);
  await desktop.call('PATCH', location, { ...headers, 'upload-offset': '0' }, bytes.subarray(0, half));
  await desktop.call('HEAD', location);
  await desktop.call('PATCH', location, { ...headers, 'upload-offset': String(half) }, bytes.subarray(half));
  const uploadId = location.split('/').at(-1) ?? '';
  const { photo } = await ask(customer, 'commitUpload', { params: { uploadId }, body: {} });
  return photo.imageId;
}

/** Waits until no runnable job is left and no photo book is to be drawn. */
async function settle(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await client.query(
        `select task_identifier, last_error from graphile_worker.jobs
         where run_at <= now() or last_error is not null or task_identifier = 'make-demo-book'`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: SETTLING, interval: 100 },
  );
}

/** Runs the jobs that no call above enqueued: scheduled ones, and those of retention. */
async function runEveryTask(): Promise<void> {
  const customer = newCustomerId();
  await ask(customer, 'getCustomer');
  await client.query(
    `update storage_accounts set delayed_deletion_date = current_date + 20, due_at = now() where user_id = $1`,
    [customer],
  );
  const reminder = { channel: CHANNEL, reminder: 'one-day', deletionDate: '2026-12-31' };
  const command = { command: 'retention', options: [], operator: 'root', at: '2026-12-31T10:00:00Z' };
  const [area, email] = ['customers', 'anna@example.com'];
  const payload = {
    customerId: customer,
    id: randomUUID(),
    orderCode: 'ORDER-1',
    area,
    email,
    isAtOnce: false,
    ...{ key: 'system/journal/nothing', sealed: 'nothing' },
    ...reminder,
    ...command,
  };
  // The demo shop got its events by hand.
  const enqueued = [...(await listEnqueued()), 'answer-demo-shop'];
  for (const { name, handle } of node().tasks) {
    if (!enqueued.includes(name)) await handle(payload, { attempt: 1, maxAttempts: 1 });
  }
  await settle();
}

/** Erases a customer whose grace period is over; open orders keep some data. */
async function eraseAccount(customer: CustomerId): Promise<void> {
  await client.query('update customers set deleted_at = now() where user_id = $1', [customer]);
  await client.query(
    `insert into account_closings (user_id, id, requested_at, sent_at, expires_at, closed_at, erase_at)
     values ($1, $1, now(), now(), now(), now(), now())`,
    [customer],
  );
  await client.query(
    `select graphile_worker.add_job('erase-account', json_build_object('customerId', $1::text))`,
    [customer],
  );
  await settle();
}

/** Names of the tasks of enqueued jobs. */
async function listEnqueued(): Promise<string[]> {
  const { rows } = await client.query<{ identifier: string }>(
    'select distinct identifier from enqueued_jobs join graphile_worker._private_tasks using (id)',
  );
  return rows.map(({ identifier }) => identifier);
}

/** Records each job in a table, because a finished job leaves no row. */
const NOTE_JOBS = `
  create table enqueued_jobs (id int);
  create function note_job() returns trigger language plpgsql as $$
    begin insert into enqueued_jobs values (new.task_id); return null; end $$;
  create trigger note_job after insert on graphile_worker._private_jobs for each row execute function note_job();`;

describe('customers’ tables, distributed by customer', () => {
  test('are reached by every endpoint', () => {
    const names = node().routes.map(({ endpoint }) => endpoint.name);
    expect(names.filter((name) => !isAnswered(name))).toEqual([]);
  });

  test('answer each statement from one partition, except the named ones', async () => {
    const statements = recorded
      .statements()
      .filter(({ text }) => tables.some((table) => text.includes(table)));
    const named = Object.values(MAY_TOUCH_MORE).flat();
    const unused = new Set(named);
    const unnamed: string[] = [];
    for (const statement of statements) {
      if ((await countPartitions(client, statement)) <= 1) continue;
      const text = statement.text.replace(/\s+/g, ' ').trim();
      const matching = named.filter((pattern) => pattern.test(text));
      if (matching.length === 0) unnamed.push(text);
      for (const pattern of matching) unused.delete(pattern);
    }
    expect(unnamed).toEqual([]);
    expect([...unused]).toEqual([]);
    expect(statements.length).toBeGreaterThan(150);
  });

  test('have the customer first in every key and index', async () => {
    const { rows } = await client.query<{ index: string }>(
      `select regexp_replace(tablename, '_part_0$', '') || substring(indexdef from ' \\(.*\\)') as index from pg_indexes
       where tablename = any($1) and indexdef !~ '\\(user_id' order by 1`,
      [tables.map((table) => `${table}_part_0`)],
    );
    // An owner finds an album's participants; the sweep and the expiry of deletion requests walk each shard by due date.
    expect(rows.map(({ index }) => index)).toEqual([
      'account_closings (expires_at) WHERE (closed_at IS NULL)',
      // An operator lists waiting firms, and a job asks about the VAT ids that are due.
      "business_accounts (waiting_since) WHERE (status = 'new'::text)",
      // An address has one owner.
      'customers (lower(email)) WHERE (deleted_at IS NULL)',
      // So do the jobs that look for requested invoices whose job was lost, and that check the dates by which something is needed.
      'invoice_requests (requested_at)',
      'needed_dates (needed_on, user_id, kind, reference)',
      'shared_album_grants (owner_id, album_id)',
      'storage_accounts (due_at, user_id)',
      // And an operator hands over issued invoices.
      'structured_invoices (created_at) WHERE (sent_at IS NULL)',
      "vat_checks (next_at) WHERE (state = 'pending'::text)",
    ]);
  });
});
