import { createHash, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { expect, request } from '@playwright/test';
import sharp from 'sharp';
import type { UnfinishedWork } from '../apps/server/src/testing/recorded-folder.ts';
import { authorizationOf, registerByForms } from './account-by-forms.ts';
import { newCustomer } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { openShop } from './shop.ts';

type Customer = Awaited<ReturnType<typeof signUp>>;

const CHANNEL = { channel: 'pennyfern' };
/** Nothing listens there. */
const AWAY = 'http://127.0.0.1:9/callbacks';

/** What customers have done by the time jobs stop. `convert` makes an account that of a business. */
export async function startWork(url: string, convert: (email: string) => Promise<unknown>) {
  const [anna, ben, cleo, dora] = [
    await signUp(url),
    await signUp(url),
    await signUp(url),
    await signUp(url),
  ];
  const studio = await signUp(url, convert);
  const pictures = await drawPictures(5);
  const photos = await uploadPhotos(anna, pictures.slice(0, 3));
  await expectThumbnails(anna, photos);
  const photoIds = photos.map(({ imageId }) => imageId);
  const album = await anna.send<{ albumId: string }>('POST', 'photo-management/albums', { name: 'Sea' });
  await anna.send('POST', `photo-management/albums/${album.albumId}/photos`, { photoIds });
  const orderCode = await orderPrints(anna, photoIds);
  await expectThumbnails(cleo, await uploadPhotos(cleo, pictures.slice(3)));
  await closeAccount(ben);
  await failCallback(studio);
  const saved = pictures.slice(0, 3).map(({ content }) => hashOf(content));
  return { url, anna, ben, cleo, dora, studio, photoIds, orderCode, saved };
}

/** What the same customers do while no jobs run, so that all of it is left to a later version. */
export async function leaveWork(started: Awaited<ReturnType<typeof startWork>>) {
  const { url, anna, ben, cleo, dora, studio, photoIds, orderCode, saved } = started;
  const [late, halfSent] = await drawPictures(2);
  if (!late || !halfSent) throw new Error('no pictures were drawn');
  await uploadPhotos(anna, [late]);
  const upload = await sendHalf(anna, halfSent.content);
  await anna.send('POST', `orders/reorder?OrderCode=${orderCode}`);
  const downloadId = randomUUID();
  await anna.send('POST', 'downloads/downloads', { id: downloadId, name: 'Sea', photos: photoIds });
  await anna.send('POST', 'photo-exports/backups', CHANNEL);
  await anna.send('POST', 'customers/customers/me/mydata', CHANNEL);
  const newEmail = newCustomer().email;
  await anna.send('POST', `${accountOf(anna)}/emailchanges`, { ...CHANNEL, email: newEmail });
  await cleo.send('DELETE', 'photo-management/photos/all');
  await dora.send('POST', `${accountOf(dora)}/deleteaccount`, CHANNEL);
  await studio.send('POST', 'customers/callbacks/test');
  return {
    publicUrl: url,
    anna: {
      ...(await sessionOf(anna)),
      saved: [...saved, hashOf(late.content)],
      upload,
      newEmail,
      downloadId,
      orderCode,
    },
    ben: await sessionOf(ben),
    cleo: await sessionOf(cleo),
    dora: await sessionOf(dora),
    studio: await sessionOf(studio),
  } satisfies Omit<UnfinishedWork, 'recordedAt'>;
}

async function signUp(url: string, prepare?: (email: string) => Promise<unknown>) {
  const asking = await request.newContext({ baseURL: url });
  const mia = newCustomer();
  const registered = await registerByForms(asking, mia);
  await prepare?.(mia.email);
  const authorization = await authorizationOf(asking, registered);
  async function send<Body>(method: string, path: string, data?: object): Promise<Body> {
    const answer = await asking.fetch(`/api/${path}`, { method, data, headers: { authorization } });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return JSON.parse((await answer.text()) || 'null');
  }
  const { customerId } = await send<{ customerId: CustomerId }>('GET', 'customers/customers/me');
  return { ...mia, customerId, asking, authorization, send };
}

const accountOf = ({ customerId }: Customer) => `identity/v2/identities/consumer/${customerId}`;

/** What it takes to go on as the same browser. */
async function sessionOf({ customerId, email, asking }: Customer) {
  const { cookies } = await asking.storageState();
  return { customerId, email, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

async function orderPrints({ asking, customerId }: Customer, photoIds: string[]): Promise<string> {
  const status = 'paymentSuccess';
  const products = [{ code: 'PAP_910', title: 'Prints', quantity: 3, price: 96, status, photoIds }];
  return await openShop(asking, customerId).place({ products, total: 486 });
}

/** Requests and confirms the deletion of an account. */
async function closeAccount(customer: Customer): Promise<void> {
  const deletion = `${accountOf(customer)}/deleteaccount`;
  await customer.send('POST', deletion, CHANNEL);
  const link = new URL(await linkFromOutbox(customer.asking, customer.email, /want to delete/));
  const token = link.searchParams.get('confirmation-token');
  await customer.send('POST', `${deletion}/${token}/actions/confirm`);
}

async function failCallback({ send }: Customer): Promise<void> {
  await send('PATCH', 'customers/customers/me', { callbackUrl: AWAY });
  await send('POST', 'customers/callbacks/test');
  const read = async () => (await send<{ callbacks: object[] }>('GET', 'customers/callbacks/log')).callbacks;
  await expect.poll(read).toMatchObject([{ state: 'waiting', tries: [{}] }]);
}

/** Creates an upload and sends the first half of it. */
async function sendHalf({ asking, authorization }: Customer, content: Buffer) {
  const headers = { authorization, 'tus-resumable': '1.0.0' };
  const created = await asking.post('/api/uploads/files', {
    headers: {
      ...headers,
      'upload-length': String(content.length),
      'upload-metadata': `filename ${Buffer.from('half-sent.jpg').toString('base64')}`,
    },
  });
  const { pathname } = new URL(created.headers().location ?? '', created.url());
  const sent = Math.floor(content.length / 2);
  const type = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const data = content.subarray(0, sent);
  expect((await asking.patch(pathname, { headers: { ...headers, ...type }, data })).status()).toBe(204);
  return { path: pathname, content: content.toString('base64'), sent };
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Small pictures of one colour each, all different. */
function drawPictures(count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const background = `#${randomUUID().slice(0, 6)}`;
      const picture = sharp({ create: { width: 320, height: 240, channels: 3, background } });
      return { name: `${background.slice(1)}.jpg`, content: await picture.jpeg().toBuffer() };
    }),
  );
}
