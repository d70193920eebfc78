import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { createEditor } from './editor.ts';
import { sendBook } from './sent-book.ts';
import { shareLakeDays } from './shared-album.ts';
import { openShop } from './shop.ts';

/** A customer with data of every kind: photos, an album, a shared one, a download, an order, a project and a photo book. */
export async function prepareCustomer(page: Page, baseURL: string | undefined): Promise<void> {
  const { owner } = await shareLakeDays(page, { baseURL, pageIs: 'owner' });
  const headers = { authorization: owner.authorization };
  const post = async (address: string, data: object) => {
    const answer = await page.request.post(`/api/${address}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { albumId: string };
  };
  const { albumId } = await post('photo-management/albums', { name: 'Spring' });
  const photoIds = owner.photos.map(({ id }) => id);
  await post(`photo-management/albums/${albumId}/photos`, { photoIds });
  await post('downloads/downloads', { id: randomUUID(), name: 'Spring.zip', photos: photoIds });
  await openShop(page.request, owner.customerId).place({ status: 'paymentPending' });
  await openShop(page.request, owner.customerId).place();
  await createEditor(page.request, owner.customerId).save({ title: 'Kent in June', photoIds });
  await sendBook(page.request, owner.customerId, 'Kent in July');
}
