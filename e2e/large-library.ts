import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { listDemoPhotos } from '../apps/server/src/demo/photos/plan.ts';
import { multiplyPhotos } from '../apps/server/src/modules/library/photos/multiply-photos.fixture.ts';
import { registerIn } from './customers.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';

const sources = path.resolve(import.meta.dirname, '../apps/server/src/demo/photos/sources');
const PICTURES = ['cat.jpg', 'espresso.jpg', 'allium-oreophilum.jpg', 'acanthus-mollis.jpg', 'tower.jpg'];

/** Seven years of photos with the demo's dates, newest first. */
const PLANNED = listDemoPhotos({ now: new Date() }).reverse();
export const LARGE = PLANNED.length + PICTURES.length;

/**
 * Registers a new customer in this page's browser, with about four hundred photos made from a few pictures; no page is open
 * yet.
 */
export async function registerWithLargeLibrary(page: Page) {
  const mia = await registerIn(page);
  await fillLibrary(page.request, mia);
  return mia;
}

type Owner = { authorization: string; customerId: CustomerId };

/** Adds those photos to a customer's library. */
export async function fillLibrary(asking: APIRequestContext, { authorization, customerId }: Owner) {
  const as = { asking, authorization };
  const files = PICTURES.map(async (name) => ({ name, content: await readFile(path.join(sources, name)) }));
  await expectThumbnails(as, await uploadPhotos(as, await Promise.all(files)));
  await multiplyPhotos(process.env.E2E_DATA_DIR ?? '', { customerId, planned: PLANNED });
}

/** Opens the timeline of such a customer. */
export async function openLargeLibrary(page: Page) {
  const mia = await registerWithLargeLibrary(page);
  await page.goto('/my-photos/photos');
  await expect(page.getByRole('link', { name: `Photos ${LARGE}`, exact: true })).toBeVisible();
  return mia;
}
