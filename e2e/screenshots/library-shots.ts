import type { Page } from '@playwright/test';
import { ANNA, NOAH } from '../customers.ts';
import { type Act, fail, inTurn, press, pressTool, type Shot, withhold } from './shot.ts';

const PHOTOS = '/my-photos/photos';

export const selectOne: Act = async (page, texts) => {
  await page.getByRole('button', { name: texts('selection.select'), exact: true }).click();
  await page.locator('[data-tile] a:not([data-check])').nth(1).click();
  await page.getByRole('toolbar').waitFor();
};

const selectMonth: Act = async (page, texts) => {
  await page.getByRole('button', { name: texts('selection.select'), exact: true }).click();
  await page.getByRole('checkbox').first().click();
  await page.getByRole('toolbar').waitFor();
};

/** Presses an action of the bar and waits for its dialog. */
export const act =
  (key: string): Act =>
  async (page, texts) => {
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: texts(key), exact: true })
      .click();
    await page.getByRole('dialog').waitFor();
  };

export const openPhoto: Act = async (page) => {
  await page.locator('[data-tile] a:not([data-check])').first().click();
  await page.waitForURL(/preview/);
  await page.locator('[data-current] img[data-ready="true"]').waitFor();
};

/** Opens the menu, which wide windows do not have. */
const openMenu: Act = async (page, texts) => {
  const more = page.getByRole('button', { name: texts('library.more'), exact: true });
  if (await more.isVisible()) await more.click();
};

const showKeys = async (page: Page) => {
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
};

/** The timeline, its preview and the actions for photos. */
export const LIBRARY_SHOTS: Shot[] = [
  { name: 'timeline', customer: ANNA, path: PHOTOS },
  { name: 'timeline-menu', customer: ANNA, path: PHOTOS, act: openMenu },
  { name: 'timeline-empty', customer: NOAH, path: PHOTOS },
  {
    name: 'timeline-loading',
    customer: ANNA,
    path: PHOTOS,
    prepare: withhold('**/users/timeline*'),
    isWaiting: true,
  },
  { name: 'timeline-error', customer: ANNA, path: PHOTOS, prepare: fail('**/users/timeline*') },
  { name: 'import', customer: NOAH, path: PHOTOS, act: press('library.addPhotos') },
  { name: 'timeline-selecting', customer: ANNA, path: PHOTOS, act: selectMonth },
  { name: 'timeline-shortcuts', customer: ANNA, path: PHOTOS, act: showKeys },
  { name: 'copy', customer: ANNA, path: PHOTOS, act: inTurn(selectMonth, act('copy.title')) },
  {
    name: 'copy-new',
    customer: ANNA,
    path: PHOTOS,
    act: inTurn(selectMonth, act('copy.title'), press('copy.newAlbum')),
  },
  { name: 'delete', customer: ANNA, path: PHOTOS, act: inTurn(selectMonth, act('delete.action')) },
  { name: 'delete-all', customer: ANNA, path: PHOTOS, act: pressTool('library.deleteAll') },
  { name: 'download-one', customer: ANNA, path: PHOTOS, act: inTurn(selectOne, act('download.action')) },
  { name: 'preview', customer: ANNA, path: PHOTOS, act: openPhoto },
  { name: 'preview-shortcuts', customer: ANNA, path: PHOTOS, act: inTurn(openPhoto, showKeys) },
  { name: 'downloads', customer: ANNA, path: '/downloads' },
  { name: 'downloads-empty', customer: NOAH, path: '/downloads' },
  {
    name: 'downloads-loading',
    customer: ANNA,
    path: '/downloads',
    prepare: withhold('**/api/downloads/**'),
    isWaiting: true,
  },
  { name: 'downloads-error', customer: ANNA, path: '/downloads', prepare: fail('**/api/downloads/**') },
];
