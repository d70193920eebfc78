import { expect } from '@playwright/test';
import { ANNA } from '../customers.ts';
import { type Act, fail, pressTool, type Shot, withhold } from './shot.ts';

const PHOTOS = '/my-photos/photos';
const NOBODYS = '/my-photos/exports/01900000-0000-7000-8000-000000000000';

/** Requesting an export again leads to the page of the one that is ready. */
const openReady: Act = async (page, texts) => {
  const create = page.getByRole('dialog').getByRole('button', { name: texts('export.create') });
  await expect(async () => {
    await page.goto(`${PHOTOS}?export=true`);
    await create.click();
    await page.waitForURL(/exports\/./, { timeout: 5_000 });
  }).toPass();
  await page.getByRole('heading', { level: 3 }).first().waitFor();
};

/** The steps to an export, and the states of its page. */
export const EXPORT_SHOTS: Shot[] = [
  { name: 'export', customer: ANNA, path: PHOTOS, act: pressTool('export.action') },
  { name: 'export-ready', customer: ANNA, path: PHOTOS, act: openReady },
  { name: 'export-expired', customer: ANNA, path: NOBODYS },
  { name: 'export-error', customer: ANNA, path: NOBODYS, prepare: fail('**/backups/*') },
  {
    name: 'export-loading',
    customer: ANNA,
    path: NOBODYS,
    prepare: withhold('**/backups/*'),
    isWaiting: true,
  },
];
