import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { PHOTO_FILTERS } from '@keepsake/contracts/platform/start-of-page';
import { vi } from 'vitest';
import { desktopOf, phoneOf } from '../modules/library/phone-transfers/phone-transfers.fixture.ts';
import { CHANNEL, type Drive, fixture } from './sharding.calls.fixture.ts';

type Shared = { ownerId: CustomerId; viewerId: CustomerId; albumId: string; photoId: string };

/** Searches that are answered in different ways. */
async function driveSearches(drive: Drive, customer: CustomerId): Promise<void> {
  for (const q of [
    'lake',
    'a',
    'july 2019',
    'july',
    'summer jpg',
    'favourites',
    'not printed',
    'ordered lake',
  ]) {
    const { cursor } = await drive.ask(customer, 'searchPhotos', { query: { q, limit: '1' } });
    if (cursor) await drive.ask(customer, 'searchPhotos', { query: { q, limit: '1', cursor } });
    await drive.ask(customer, 'getSearchLayout', { query: { q } });
  }
}

/** Changes dates and takes it back, so that everything stays where it was. */
async function driveDates(drive: Drive, customer: CustomerId, photoIds: string[]): Promise<void> {
  for (const change of [
    { kind: 'set', date: '1974' },
    { kind: 'shift', seconds: 60 },
    { kind: 'recorded' },
  ]) {
    const body = { photoIds, change };
    await drive.ask(customer, 'previewDates', { body });
    const { changeId } = await drive.ask(customer, 'changeDates', {
      body,
      headers: { [IDEMPOTENCY_HEADER]: randomUUID() },
    });
    if (changeId) await drive.ask(customer, 'undoDates', { body: { changeId } });
  }
}

/** Suggests a date for a photo that has none for the moment, and compares the clocks of two cameras. */
async function driveCandidates(
  drive: Drive,
  customer: CustomerId,
  { albumId, photoIds }: { albumId: string; photoIds: string[] },
): Promise<void> {
  const own = [customer, photoIds[0]];
  const { rows } = await drive.client.query(
    'select taken_at from photos where user_id = $1 and id = $2',
    own,
  );
  const camera = `update photos set camera_model = 'Other', taken_at = '2019-07-01' where user_id = $1 and id = $2`;
  await drive.client.query(camera, own);
  await drive.ask(customer, 'compareClocks', { body: { photoIds } });
  await drive.ask(customer, 'compareClocks', { body: { photoIds, albumId } });
  const dated = 'update photos set file_name = $3, taken_at = $4 where user_id = $1 and id = $2';
  await drive.client.query(dated, [...own, 'sea 12.jpg', null]);
  await drive.ask(customer, 'suggestDates', { body: { photoIds } });
  await drive.client.query(dated, [...own, 'sea.jpg', rows[0]?.taken_at]);
}

export async function driveTimeline(drive: Drive, customer: CustomerId, photoId: string): Promise<void> {
  await drive.ask(customer, 'findKnownContents', { body: { sha256: [Buffer.alloc(32, 1).toString('hex')] } });
  const { images } = await drive.ask(customer, 'getPhotos');
  const photoIds = images.map(({ imageId }) => imageId);
  await drive.ask(customer, 'setFavourites', { body: { photoIds, isFavourite: true } });
  for (const caption of ['At the sea', '', 'By the lake'])
    await drive.ask(customer, 'setCaption', { params: { photoId }, body: { caption } });
  for (const degrees of [90, 270]) {
    await drive.ask(customer, 'turnPhotos', { body: { photoIds: [photoId], degrees } });
    await drive.settle();
  }
  await driveDates(drive, customer, photoIds);
  await driveSearches(drive, customer);
  const today = new Date();
  const months = {
    created: { year: String(today.getUTCFullYear()), month: String(today.getUTCMonth() + 1) },
    dateTaken: { year: '2019', month: '7' },
  };
  for (const [sortKey, params] of Object.entries(months)) {
    for (const filter of [{}, ...PHOTO_FILTERS.map((filter) => ({ filter }))] as Record<string, string>[]) {
      const query = { sortKey, ...filter, limit: '1' };
      await drive.ask(customer, 'getTimeline', { query: { sortKey, ...filter } });
      await drive.ask(customer, 'getTimelineStart', { query: { sortKey, ...filter } });
      await drive.ask(customer, 'getTimelineLayout', { query: { sortKey, ...filter } });
      const { cursor } = await drive.ask(customer, 'getTimelineMonth', { params, query });
      await drive.ask(customer, 'getTimelineMonth', { params, query: { ...query, cursor } });
      await drive.ask(customer, 'getTimelineMonth', { params, query: { ...query, offset: '1' } });
      await drive.ask(customer, 'getTimelineMonthLayout', { params, query: { sortKey, ...filter } });
      const page = await drive.ask(customer, 'getPhotos', { query });
      await drive.ask(customer, 'getPhotos', { query: { ...query, cursor: page.cursor } });
      await drive.ask(customer, 'getPhotos', { query: { ...query, after: photoId } });
    }
  }
  const { url, untouchedUrl } = await drive.ask(customer, 'getPhoto', { params: { photoId } });
  for (const media of [url, untouchedUrl]) await fetch(drive.node().address + media);
}

export async function driveAlbums(
  drive: Drive,
  customer: CustomerId,
  first: string,
  second: string,
): Promise<string> {
  const { albumId } = await drive.ask(customer, 'createAlbum', { body: { name: 'Sea' } });
  await drive.ask(customer, 'createAlbum', { body: { name: 'Hills' } });
  const params = { albumId };
  await drive.ask(customer, 'addAlbumPhotos', { params, body: { photoIds: [first, second] } });
  await driveCandidates(drive, customer, { albumId, photoIds: [first, second] });
  await drive.ask(customer, 'removeAlbumPhotos', { params, body: { photoIds: [second] } });
  await drive.ask(customer, 'addAlbumPhotos', { params, body: { photoIds: [second] } });
  await drive.ask(customer, 'renameAlbum', { params, body: { name: 'Lake' } });
  for (const photoId of [second, null])
    await drive.ask(customer, 'chooseAlbumCover', { params, body: { photoId } });
  const shown = { sortKey: 'created', sortOrder: 'desc' };
  for (const before of [null, first, null]) {
    await drive.ask(customer, 'placeAlbumPhotos', { params, body: { photoIds: [second], before, shown } });
  }
  const own = { inOwnOrder: 'true', limit: '1' };
  const { cursor } = await drive.ask(customer, 'getAlbumPhotos', { params, query: own });
  await drive.ask(customer, 'getAlbumPhotos', { params, query: { ...own, cursor } });
  await drive.ask(customer, 'getAlbumLayout', { params, query: { inOwnOrder: 'true' } });
  await drive.ask(customer, 'setOwnOrder', { params, body: { isInOwnOrder: false } });
  await drive.ask(customer, 'getAlbum', { params });
  for (const sortKey of ['created', 'updated', 'name', 'photosCount']) {
    const { cursor } = await drive.ask(customer, 'getAlbums', { query: { sortKey, limit: '1' } });
    await drive.ask(customer, 'getAlbums', { query: { sortKey, limit: '1', cursor } });
  }
  for (const sortKey of ['created', 'dateTaken']) {
    const { cursor } = await drive.ask(customer, 'getAlbumPhotos', {
      params,
      query: { sortKey, limit: '1' },
    });
    await drive.ask(customer, 'getAlbumPhotos', { params, query: { sortKey, limit: '1', cursor } });
    await drive.ask(customer, 'getAlbumPhotos', { params, query: { sortKey, limit: '1', offset: '1' } });
    await drive.ask(customer, 'getAlbumLayout', { params, query: { sortKey } });
    for (const filter of PHOTO_FILTERS) {
      await drive.ask(customer, 'getAlbumPhotos', { params, query: { sortKey, filter } });
      await drive.ask(customer, 'getAlbumLayout', { params, query: { sortKey, filter } });
    }
  }
  return albumId;
}

export async function driveSharing(
  drive: Drive,
  { ownerId, viewerId, albumId, photoId }: Shared,
): Promise<void> {
  await drive.client.query('update albums set is_shared = true where user_id = $1', [ownerId]);
  await drive.client.query(
    'insert into shared_album_grants (user_id, owner_id, album_id, created_at) values ($1, $2, $3, now())',
    [viewerId, ownerId, albumId],
  );
  const params = { albumId };
  await drive.ask(viewerId, 'getSharedAlbums', { query: { limit: '1' } });
  await drive.ask(viewerId, 'getSharedAlbum', { params });
  const { cursor, images } = await drive.ask(viewerId, 'getSharedAlbumPhotos', {
    params,
    query: { limit: '1' },
  });
  await drive.ask(viewerId, 'getSharedAlbumPhotos', { params, query: { limit: '1', cursor } });
  await drive.ask(viewerId, 'getSharedPhotoDetails', { params: { albumId, ownerId, photoId } });
  for (const { url } of images) await fetch(drive.node().address + url);
  const { id: downloadId } = await drive.ask(viewerId, 'createSharedAlbumDownload', {
    body: { albumId, photos: [{ photoId, ownerId }] },
  });
  await drive.settle();
  const { url } = await drive.ask(viewerId, 'getDownloadUrl', { params: { downloadId } });
  await fetch(drive.node().address + url);
  await drive.ask(viewerId, 'deleteSharedAlbum', { params });
}

export async function drivePhone(drive: Drive, customer: CustomerId, albumId: string): Promise<void> {
  const { transferId, token } = await drive.ask(customer, 'createPhoneTransfer', { body: { albumId } });
  const phone = phoneOf(drive.installation, token);
  drive.answered.set('openPhoneTransfer', [(await phone.open()).status]);
  const uploadId = await phone.send(await readFile(fixture), 'from-the-phone.jpg');
  drive.answered.set('commitTransferredUpload', [200]);
  drive.answered.set('savePhoneReport', [(await phone.report({ awaited: [uploadId] })).status]);
  for (const name of ['getPhoneTransfer', 'renewPhoneTransfer', 'endPhoneTransfer']) {
    await drive.ask(customer, name, { params: { transferId } });
  }
}

export async function driveLegacyImport(drive: Drive, customer: CustomerId): Promise<void> {
  await drive.node().keepLegacyUpload({
    customerId: customer,
    fileName: 'before.jpg',
    id: null,
    content: Buffer.concat([await readFile(fixture), Buffer.alloc(9)]),
    uploadedAt: new Date('2018-01-01T00:00:00Z'),
  });
  await drive.ask(customer, 'getActivation');
  await drive.ask(customer, 'activate');
  await drive.settle();
  await drive.ask(customer, 'getActivation');
  await drive.ask(customer, 'getFailedImports');
  const { rows } = await drive.client.query('select id from legacy_uploads where user_id = $1', [customer]);
  const legacyUploadId = rows[0]?.id as string;
  await drive.ask(customer, 'getLegacyUpload', { params: { legacyUploadId } });
  await drive.ask(customer, 'getAnonymousUploads', { body: { ids: [legacyUploadId] } });
}

export async function driveOutgoing(drive: Drive, customer: CustomerId, photoId: string): Promise<void> {
  const downloadId = randomUUID();
  await drive.ask(customer, 'createDownload', { body: { id: downloadId, name: 'Sea', photos: [photoId] } });
  const { archiveId } = await drive.ask(customer, 'requestMyData', { body: { channel: CHANNEL } });
  await vi.waitFor(
    async () => {
      const { archive } = await drive.ask(customer, 'getMyData');
      if (archive?.status !== 'READY') throw new Error('It is not ready');
    },
    { timeout: 30_000, interval: 200 },
  );
  const data = await drive.ask(customer, 'getMyDataUrl', { params: { archiveId } });
  await fetch(drive.node().address + data.url);
  await drive.ask(customer, 'getMyDataPhotosUrl', { params: { archiveId, iteration: '0' } });
  const { backupId } = await drive.ask(customer, 'requestExport', { body: { channel: CHANNEL } });
  await drive.settle();
  await drive.ask(customer, 'getDownloadUrl', { params: { downloadId } });
  const { url } = await drive.ask(customer, 'getExportChunkUrl', { params: { backupId, iteration: '0' } });
  await (await fetch(drive.node().address + url)).arrayBuffer();
}

/** Sends a file in two parts, so that an upload is created, continued and committed. */
export async function upload(drive: Drive, customer: CustomerId, nth: number): Promise<string> {
  const desktop = await desktopOf(drive.installation, customer);
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
  const { photo } = await drive.ask(customer, 'commitUpload', { params: { uploadId }, body: {} });
  return photo.imageId;
}
