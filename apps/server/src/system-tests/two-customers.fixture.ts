import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino from 'pino';
import { deletePhotos } from '../modules/library/photos/delete-photos.ts';
import type { Database } from '../platform/database/database.ts';
import type { Call } from '../testing/call-api.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { addCustomer } from '../testing/customers.ts';
import { addStoredPhoto } from '../testing/photos.ts';
import { addCommerce } from './two-customers.commerce.fixture.ts';
import {
  addDownload,
  addExports,
  addLegacyUploads,
  addOriginalsCheck,
} from './two-customers.files.fixture.ts';
import { inAnHour, OWN_CONTENT, OWN_NAME, type Stores } from './two-customers.own.fixture.ts';

/** Ids of a customer's rows by the names of the parameters that take them, and the token of a phone transfer's code. */
export type OwnIds = Awaited<ReturnType<typeof seedAnna>>;

/** A customer with rows in every list and behind every id; more than one in paged lists. */
export async function seedAnna({ db, objects }: Stores, call: Call) {
  const customerId = await addCustomer(db);
  const photos = await addPhotos({ db, objects }, customerId);
  await addOriginalsCheck(db, customerId);
  const albumId = await addAlbum(db, customerId, photos);
  await addAlbum(db, customerId, []);
  const sharedAlbumId = await shareAlbum(db, { ownerId: customerId, viewerId: newCustomerId(), photos });
  for (const ownerId of [newCustomerId(), newCustomerId()])
    await shareAlbum(db, { ownerId, viewerId: customerId, photos: [] });
  const { body: code } = await call<{ transferId: string; token: string }>(
    customerId,
    'POST',
    '/uploads/phone-transfers',
    { albumId },
  );
  const { transferId, token: phoneToken } = code;
  const [photo] = photos as [Photo, Photo];
  const { photoId } = photo;
  const sent = { customerId, photo };
  return {
    customerId: await addAccount(db, customerId),
    phoneToken,
    photoId,
    deletedPhotoId: await addDeletedPhotos({ db, objects }, customerId),
    dateChangeId: await addDateChange(db, customerId, photoId),
    albumId,
    sharedAlbumId,
    transferId,
    uploadId: await addUpload(db, { ...sent, id: photo.uploadId }),
    openUploadId: await addUpload(db, { customerId }),
    transferredId: await addUpload(db, { ...sent, transferId }),
    openTransferredId: await addUpload(db, { customerId, transferId }),
    ...(await addLegacyUploads(db, customerId)),
    ...(await addExports({ db, objects }, customerId, photoId)),
    downloadId: await addDownload(db, customerId, photoId),
    passkeyId: await addPasskey(db, customerId),
    addressId: await addAddress(call, customerId),
    ...(await addFirm(db, customerId)),
    ...(await addPaymentMethods(db, customerId)),
    ...(await addNewsletter(db, customerId)),
    ...(await addCommerce({ db, objects }, customerId, photoId)),
  };
}

/** A change of a photo's date that can be undone, and the mark of the latest. */
async function addDateChange(db: Database, customerId: CustomerId, photoId: string): Promise<string> {
  const id = randomUUID();
  await sql`insert into date_changes (user_id, id, photo_ids, taken_at, offset_minutes, corrected_to, date_change_ids, expires_at)
    values (${customerId}, ${id}, array[${photoId}::uuid], array[null::timestamp], array[null::smallint], array[null::text],
      array[null::uuid], now() + interval '30 days')`.execute(db);
  await sql`insert into last_date_changes (user_id, id) values (${customerId}, ${id})`.execute(db);
  return id;
}

/** A default and another card, and a setup whose outcome is known. */
async function addPaymentMethods(db: Database, customerId: CustomerId) {
  const [methodId, setupId, sessionId] = [randomUUID(), randomUUID(), randomUUID()];
  const card = {
    user_id: customerId,
    token: OWN_NAME,
    kind: 'card' as const,
    brand: 'Visa',
    last_four: '4242',
  };
  for (const [id, isDefault] of [
    [randomUUID(), true],
    [methodId, false],
  ] as const)
    await db
      .insertInto('payment_methods')
      .values({ ...card, id, is_default: isDefault, added_at: new Date() })
      .execute();
  const setup = { user_id: customerId, id: setupId, reference: sessionId, outcome: 'declined' };
  await db.insertInto('payment_setups').values(setup).execute();
  const session = { user_id: customerId, id: sessionId, return_to: '/settings/payment-method' };
  await db.insertInto('demo_payment_sessions').values(session).execute();
  return { methodId, setupId, sessionId };
}

/** A confirmed subscription with its proof, and an issue that was sent. */
async function addNewsletter(db: Database, customerId: CustomerId) {
  const [consentId, at] = [randomUUID(), new Date()];
  const shared = {
    user_id: customerId,
    address_hmac: createHash('sha256').update(customerId).digest(),
    topics: ['ideas'],
  };
  await db
    .insertInto('newsletter_subscriptions')
    .values({
      ...shared,
      consent_id: consentId,
      frequency: 'every',
      link_sent_at: at,
      link_expires_at: at,
      confirmed_at: at,
    })
    .execute();
  const shown = {
    source: 'import',
    text_version: 'x',
    text_digest: createHash('sha256').update('x').digest(),
    locale: 'en-GB',
  };
  await db
    .insertInto('newsletter_consents')
    .values({ ...shared, ...shown, id: consentId, requested_at: at, confirmed_at: at })
    .execute();
  const sent = { user_id: customerId, issue_id: randomUUID(), state: 'sent' as const, changed_at: at };
  await db.insertInto('newsletter_deliveries').values(sent).execute();
  return {};
}

/** A firm, and a VAT id that its register confirmed. */
async function addFirm(db: Database, customerId: CustomerId) {
  const [id, at, vat_id] = [randomUUID(), new Date(), 'ATU12345675'];
  const firm = { user_id: customerId, company: OWN_NAME, vat_id, changed_at: at };
  await db.insertInto('business_accounts').values(firm).execute();
  const check = { user_id: customerId, id, vat_id, state: 'valid' as const, asked_at: at };
  await db.insertInto('vat_checks').values(check).execute();
  return {};
}

async function addAddress(call: Call, customerId: CustomerId): Promise<string> {
  const place = { streetName: 'Mill Lane', postalCode: 'HU1 1AA', city: 'Hull', country: 'GB' };
  const path = '/customers/customers/me/addresses';
  return (await call<{ id: string }>(customerId, 'POST', path, { name: OWN_NAME, ...place })).body.id;
}

/** The account that the customer signs in with, a pending change of its address, and a deletion of it. */
async function addAccount(db: Database, customerId: CustomerId): Promise<CustomerId> {
  const emails = { old_email: `${customerId}@example.com`, new_email: `new.${customerId}@example.com` };
  const details = { name: OWN_NAME, password_hash: '', identity_type: 'consumer' as const, locale: 'en-GB' };
  const times = { created_at: new Date(0), password_changed_at: new Date(0) };
  const account = { id: customerId, email: emails.old_email, channel: 'pennyfern', ...details, ...times };
  await db.insertInto('accounts').values(account).execute();
  const sent = { id: randomUUID(), sent_at: new Date(0), expires_at: inAnHour() };
  const change = { ...sent, account_id: customerId, ...emails };
  await db.insertInto('email_changes').values(change).execute();
  const closing = { ...sent, user_id: customerId, requested_at: new Date(0) };
  await db.insertInto('account_closings').values(closing).execute();
  const happened = { account_id: customerId, day: '2026-03-01', happened_at: new Date() };
  for (const kind of ['signed-in', 'session-ended'])
    await db
      .insertInto('account_events')
      .values({ ...happened, id: randomUUID(), kind })
      .execute();
  return customerId;
}

/** A passkey of the account. */
async function addPasskey(db: Database, accountId: CustomerId): Promise<string> {
  const [id, created_at] = [randomUUID(), new Date(0)];
  const key = { credential_id: randomBytes(16), public_key: randomBytes(16), counter: 0, transports: [] };
  const passkey = { id, account_id: accountId, name: OWN_NAME, is_backed_up: false, created_at, ...key };
  await db.insertInto('passkeys').values(passkey).execute();
  return id;
}

type Photo = { photoId: string; uploadId: string };

/** Two photos of May 2024; an order is made from the first. */
async function addPhotos({ db, objects }: Stores, customerId: CustomerId): Promise<Photo[]> {
  const photos: Photo[] = [];
  for (const content of [OWN_CONTENT, undefined]) {
    const uploadId = randomUUID();
    const details = { uploadId, content, fileName: `${OWN_NAME}.jpg`, takenAt: '2024-05-01T10:00:00' };
    const world = { db, objects, clock: { now: new Date('2024-05-02T10:00:00Z') } };
    photos.push({ uploadId, photoId: (await addStoredPhoto(world, customerId, details)).photoId });
  }
  const [ordered] = photos as [Photo];
  const use = { used_in: 'order' as const, reference: OWN_NAME, created_at: new Date() };
  await db
    .insertInto('photo_uses')
    .values({ user_id: customerId, photo_id: ordered.photoId, ...use })
    .execute();
  await db.updateTable('photos').set({ is_ordered: true }).where('id', '=', ordered.photoId).execute();
  return photos;
}

/** Two photos that were just deleted and can come back; returns the id of one. */
async function addDeletedPhotos({ db, objects }: Stores, customerId: CustomerId): Promise<string> {
  const world = { db, objects, clock: { now: new Date('2024-05-03T10:00:00Z') } };
  const photoIds: string[] = [];
  for (const fileName of [`${OWN_NAME}-1.jpg`, `${OWN_NAME}-2.jpg`])
    photoIds.push((await addStoredPhoto(world, customerId, { fileName })).photoId);
  const elsewhere = { removeFromAlbums: async () => undefined, removeFromProjects: async () => undefined };
  const deps = {
    db,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    restorableDays: async () => 30,
    ...elsewhere,
  };
  await deletePhotos(deps, customerId, photoIds);
  return photoIds[0] ?? '';
}

/** An album of a customer with these photos of theirs. */
export async function addAlbum(
  db: Database,
  customerId: CustomerId,
  photos: readonly Photo[],
  { isShared = false, id = randomUUID() }: { isShared?: boolean; id?: string } = {},
): Promise<string> {
  const now = new Date();
  const details = { name: OWN_NAME, is_shared: isShared, created_at: now, updated_at: now };
  await db
    .insertInto('albums')
    .values({ user_id: customerId, id, photos_count: photos.length, ...details })
    .execute();
  const order = { created_order: '2024-05-02', taken_order: '2024-05-01', added_at: now };
  for (const { photoId } of photos) {
    const entry = { user_id: customerId, album_id: id, photo_owner_id: customerId, photo_id: photoId };
    await db
      .insertInto('album_photos')
      .values({ ...entry, ...order })
      .execute();
  }
  return id;
}

async function shareAlbum(
  db: Database,
  { ownerId, viewerId, photos }: { ownerId: CustomerId; viewerId: CustomerId; photos: readonly Photo[] },
): Promise<string> {
  const albumId = await addAlbum(db, ownerId, photos, { isShared: true });
  await grantAlbum(db, { ownerId, viewerId, albumId });
  return albumId;
}

/** Makes a customer a participant of a shared album. */
export async function grantAlbum(
  db: Database,
  { ownerId, viewerId, albumId }: { ownerId: CustomerId; viewerId: CustomerId; albumId: string },
): Promise<void> {
  const grant = { user_id: viewerId, owner_id: ownerId, album_id: albumId, created_at: new Date() };
  await db.insertInto('shared_album_grants').values(grant).execute();
}

type NewUpload = { customerId: CustomerId; id?: string; photo?: Photo; transferId?: string };

/** An upload that has become a photo, or one of which nothing has arrived yet. */
async function addUpload(
  db: Database,
  { customerId, id = randomUUID(), photo, transferId }: NewUpload,
): Promise<string> {
  const now = new Date();
  const saved = photo
    ? { state: 'saved' as const, photo_id: photo.photoId, closed_at: now, received: 9 }
    : {};
  const details = { file_name: `${OWN_NAME}.jpg`, bytes: 9, created_at: now, expires_at: inAnHour() };
  await db
    .insertInto('uploads')
    .values({ user_id: customerId, id, transfer_id: transferId ?? null, ...details, ...saved })
    .execute();
  return id;
}
