import { randomBytes, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';

const SOON = { timeout: 10_000 };

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
});
afterAll(() => api.stop());

const write = (customerId: CustomerId, photoId: string, caption: unknown) =>
  api.call(customerId, 'PUT', `/photos/${photoId}/caption`, { caption } as object);
const captionOf = async (customerId: CustomerId, photoId: string) =>
  (await api.get(customerId, `/photos/${photoId}`)).body.caption;
const remove = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'DELETE', '/photos', { photoIds });
const restore = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'POST', '/photos/deleted/restore', { photoIds });

describe('a caption', () => {
  test('is written, replaced and taken away, and is part of the photo on every page', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, { takenAt: '2023-05-10T08:00:00' });
    expect(await captionOf(customer, photoId)).toBeUndefined();
    expect((await write(customer, photoId, 'Opa im Garten')).body).toEqual({ caption: 'Opa im Garten' });
    for (const path of ['/photos/timeline/2023/5', '/photos'])
      expect((await api.get(customer, path)).body.images[0]?.caption).toBe('Opa im Garten');
    await write(customer, photoId, 'Oma');
    expect(await captionOf(customer, photoId)).toBe('Oma');
    expect((await write(customer, photoId, '  ')).body).toEqual({ caption: '' });
    expect(await captionOf(customer, photoId)).toBeUndefined();
  });

  test.each([
    [' two\r\n lines ', 'two lines'],
    ['escape\u001b and bell\u0007', 'escape and bell'],
    ['Mu\u0308ller', 'Müller'],
    ['zero\u200bwidth', 'zerowidth'],
    ['<b>50 %</b> "quoted" \'; --', '<b>50 %</b> "quoted" \'; --'],
    ['שבת שלום', 'שבת שלום'],
    ['👨‍👩‍👧', '👨‍👩‍👧'],
    ['lone \ud800', 'lone \ufffd'],
    ['x'.repeat(500), 'x'.repeat(500)],
  ])('%j is stored as %j', async (sent, stored) => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, {});
    expect(await write(customer, photoId, sent)).toEqual({ status: 200, body: { caption: stored } });
    expect(await captionOf(customer, photoId)).toBe(stored);
  });

  test.each(['x'.repeat(501), 'x'.repeat(10_000), 'nul\u0000', 3, null, undefined])(
    'is refused if it is %j',
    async (sent) => {
      const customer = newCustomerId();
      const { photoId } = await api.add(customer, {});
      expect((await write(customer, photoId, sent)).status).toBe(400);
      expect(await captionOf(customer, photoId)).toBeUndefined();
    },
  );

  test('of a photo of others, of none and of a deleted one is refused', async () => {
    const [customer, other] = [newCustomerId(), newCustomerId()];
    const { photoId } = await api.add(customer, {});
    expect((await write(other, photoId, 'mine')).status).toBe(404);
    expect((await write(customer, randomUUID(), 'none')).status).toBe(404);
    expect((await write(customer, 'x', 'none')).status).toBe(400);
    await remove(customer, [photoId]);
    expect((await write(customer, photoId, 'gone')).status).toBe(404);
  });

  test('is pushed to every screen, and not if it is the same', async () => {
    const customer = newCustomerId();
    const { photoId } = await api.add(customer, {});
    const messages = await api.listen<{ data: unknown }>(customer);
    await write(customer, photoId, 'Opa');
    await write(customer, photoId, 'Opa');
    await write(customer, photoId, '');
    await write(customer, photoId, '');
    await expect.poll(() => messages.length, SOON).toBe(2);
    const message = { change: 'captioned', photoIds: [photoId] };
    expect(messages.map(({ data }) => data)).toEqual([message, message]);
  });
});

describe('the caption of a deleted photo', () => {
  test('comes back with it, also by adding its file again', async () => {
    const customer = newCustomerId();
    const content = randomBytes(80);
    const { photoId } = await api.add(customer, { content });
    await write(customer, photoId, 'Opa');
    await remove(customer, [photoId]);
    expect((await api.get(customer, '/photos/deleted')).body.images[0]?.caption).toBe('Opa');
    await restore(customer, [photoId]);
    expect(await captionOf(customer, photoId)).toBe('Opa');
    await remove(customer, [photoId]);
    await api.add(customer, { content, restoreContent: api.photos.restoreContent });
    expect(await captionOf(customer, photoId)).toBe('Opa');
  });

  test('passes to the photo that stays in its place, unless that has its own', async () => {
    const customer = newCustomerId();
    const contents = [randomBytes(80), randomBytes(80), randomBytes(80)];
    const olds: string[] = [];
    for (const content of contents) olds.push((await api.add(customer, { content })).photoId);
    const [first = '', second = '', third = ''] = olds;
    await write(customer, first, 'old first');
    await write(customer, second, 'old second');
    await remove(customer, olds);
    const heirs: string[] = [];
    for (const content of contents) heirs.push((await api.add(customer, { content })).photoId);
    await write(customer, heirs[1] ?? '', 'new second');
    await restore(customer, [first, second, third]);
    const captions = [];
    for (const heir of heirs) captions.push(await captionOf(customer, heir));
    expect(captions).toEqual(['old first', 'new second', undefined]);
  });
});
