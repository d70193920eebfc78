import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { CHANNEL, type Drive, fixture } from './sharding.calls.fixture.ts';

/** Saves prints of the demo shop twice, and orders a photo book. */
export async function makeDemoProjects(drive: Drive, customer: CustomerId, photoId: string): Promise<void> {
  const prints = { kind: 'prints', photoIds: [photoId], productCode: 'PAP_910', deliveryType: 'Home' };
  const params = { projectCode: 'PRINTS-1' };
  for (const quantity of [1, 2]) {
    const body = { channel: CHANNEL, basedOn: quantity - 1, content: { ...prints, quantity } };
    await drive.ask(customer, 'saveDemoProject', { params, body });
  }
  await drive.ask(customer, 'getDemoProject', { params });
  const { tempSelectionId } = await drive.ask(customer, 'createTempSelection', {
    body: { photoIds: [photoId] },
  });
  const { projectCode } = await drive.ask(customer, 'beginDemoBook', {
    body: { tempSelectionId, channel: CHANNEL },
  });
  const book = { channel: CHANNEL, productCode: 'BOOK_L28', quantity: 1, projectCode };
  await drive.ask(customer, 'placeDemoOrder', { body: book });
}

/** Saves a project twice with a picture, deletes it, restores it and ends it. */
export async function makeProjects(drive: Drive, customer: CustomerId, photoId: string): Promise<void> {
  const params = { projectCode: 'PROJECT-1', accountId: customer };
  const project = { customerId: customer, channel: CHANNEL, photoIds: [photoId], continueUrl: '/demo-shop' };
  let projectId = '';
  for (const version of [1, 2]) {
    ({ projectId } = await drive.ask(customer, 'saveProject', { params, body: { ...project, version } }));
  }
  const file = await readFile(fixture);
  const sha256 = createHash('sha256').update(file).digest('hex');
  await drive.ask(customer, 'putProjectPicture', { params, query: { customerId: customer, sha256 }, file });
  const { items } = await drive.ask(customer, 'getProjects', { params });
  await fetch(`${drive.node().address}${items[0]?.pictureUrl}/300`);
  await drive.ask(customer, 'getOverview');
  const neededBy = { date: '2027-12-24', basedOn: null };
  await drive.ask(customer, 'setProjectNeededBy', { params: { projectId }, body: neededBy });
  await drive.ask(customer, 'deleteProject', { params: { projectId } });
  await drive.ask(customer, 'getProjects', { params, query: { deleted: 'true' } });
  await drive.ask(customer, 'restoreProject', { params: { projectId } });
  await drive.ask(customer, 'endProject', { params, query: { customerId: customer, orderCode: 'ORDER-1' } });
  await drive.ask(customer, 'getNeededNews');
}

/** Sends an online product twice, the second time with fewer pages, with a picture and its documents, reads it and ends it. */
export async function makeOnlineProduct(drive: Drive, customer: CustomerId): Promise<void> {
  const params = { productCode: 'BOOK-1', place: '1' };
  const page = { kind: 'page', width: 4, height: 3 };
  for (const [version, pages] of [
    [1, [page, page]],
    [2, [page]],
  ] as const)
    await drive.ask(customer, 'saveOnlineProduct', {
      params,
      body: { customerId: customer, channel: CHANNEL, kind: 'book', version, pages },
    });
  const sent = (file: Buffer<ArrayBuffer>) => ({
    query: { customerId: customer, sha256: createHash('sha256').update(file).digest('hex') },
    file,
  });
  await drive.ask(customer, 'putProductPage', { params, ...sent(await readFile(fixture)) });
  for (const purpose of ['product.pdf', 'map.pdf'])
    await drive.ask(customer, 'putProductFile', {
      params: { ...params, purpose },
      ...sent(Buffer.from('%PDF-1.7')),
      headers: { 'content-type': 'application/pdf' },
    });
  await drive.ask(customer, 'getOnlineProducts');
  const { pages, files } = await drive.ask(customer, 'getProduct', {
    params,
    query: { extendResponseWithUrls: 'true' },
  });
  await fetch(`${drive.node().address}${pages[0]?.pictureUrl}/300`);
  await fetch(drive.node().address + files[0]?.url);
  await drive.ask(customer, 'getProduct', { params: { productCode: 'PAP_910' } }).catch(() => undefined);
  await drive.ask(customer, 'getProductPdf', { params });
  await drive.ask(customer, 'getMapPdfs');
  await showToOthers(drive, customer, 'BOOK-1');
  await drive.ask(customer, 'endOnlineProduct', { params, query: { customerId: customer } });
}

/** Saves a widget of a product twice, opens it as anybody, shares it and submits it to the gallery. */
async function showToOthers(drive: Drive, customer: CustomerId, productCode: string): Promise<void> {
  const params = { productCode, orderCode: 'ORDER-1' };
  for (const title of ['Sea', 'Hills']) await drive.ask(customer, 'saveWidget', { params, body: { title } });
  const { url, widgetId } = await drive.ask(customer, 'getWidget', { params });
  for (const path of ['', '/1/300']) await fetch(drive.node().address + new URL(url).pathname + path);
  const toEmailAddress = btoa('noah@example.com');
  await drive.ask(customer, 'shareWidget', {
    params,
    query: { vendorId: 'pennyfern-gb', fromName: 'Anna', toEmailAddress },
  });
  const [query, ofEntry] = [{ channel: CHANNEL }, { widgetId }];
  const entry = { category: 'travel', title: 'Sea' };
  await drive.ask(customer, 'getGalleryCategories', { query });
  await drive.ask(customer, 'addGalleryEntry', { body: { ...entry, widgetId, channel: CHANNEL } });
  await drive.ask(customer, 'changeGalleryEntry', {
    params: ofEntry,
    query,
    body: { ...entry, title: 'Hills' },
  });
  await drive.ask(customer, 'getGalleryEntry', { params: ofEntry, query });
  const { rows } = await drive.client.query(`update gallery_entries set state = 'shown' returning id`);
  const gallery = `${drive.node().address}/gallery/${CHANNEL}`;
  for (const path of ['', '/travel', `/entries/${rows[0]?.id}`, `/entries/${rows[0]?.id}/1/300`])
    await fetch(gallery + path);
  await drive.ask(customer, 'deleteGalleryEntry', { params: ofEntry, query });
  for (const query of [{}, { orderCodes: 'ORDER-1' }] as Record<string, string>[])
    await drive.ask(customer, 'getWidgets', { query });
  await drive.ask(customer, 'getBlockedOrder', { params });
  await drive.ask(customer, 'deleteWidget', { params });
}
