import { expect, type Page, test } from '@playwright/test';
import { newJpeg } from '../apps/server/src/testing/photos.ts';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { registerIn } from './customers.ts';
import { uploadPhotos } from './photos-by-api.ts';
import { openLibraryOf } from './small-library.ts';

const DESK = { width: 1280, height: 1_600 };
const PHONE = { width: 360, height: 740 };
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: DESK });

const inBar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });
const dialog = (page: Page, name = 'Change date') => page.getByRole('dialog', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Names of scans: 120 of a month, 60 of a Christmas, 20 of a year. */
const BOX = [
  ...Array.from({ length: 120 }, (_, nth) => `1974-07 Italy ${nth}.jpg`),
  ...Array.from({ length: 60 }, (_, nth) => `Christmas December 1978 ${nth}.jpg`),
  ...Array.from({ length: 20 }, (_, nth) => `Paris 1981 ${nth}.jpg`),
];

test('a scanned box of 200 undated photos is put in order by five presses, and back by one', async ({
  page,
}) => {
  test.slow();
  const mia = await registerIn(page);
  const files = await Promise.all(BOX.map(async (name) => ({ name, content: await newJpeg(40, 30) })));
  await uploadPhotos({ asking: page.request, authorization: mia.authorization }, files);
  await page.goto('/my-photos/photos');
  await expect(heading(page, 'Unknown Date')).toBeVisible();

  await tiles(page).first().focus();
  await page.keyboard.press('Control+a');
  await inBar(page, 'More').click();
  await inBar(page, 'Change date').click();
  const each = dialog(page).getByRole('button', { name: /Each its own date.*200 photos/ });
  await each.click();
  await expect(each).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog(page).getByText('200 photos get another date.')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Change date' }).click();

  for (const month of ['July 1981', 'December 1978', 'July 1974']) {
    await page.getByRole('link', { name: 'Photos 200' }).waitFor();
    const shown = heading(page, month);
    await expect(async () => {
      if (!(await shown.isVisible())) await page.mouse.wheel(0, 300);
      await expect(shown).toBeVisible({ timeout: 250 });
    }).toPass();
  }
  await page.keyboard.press('Control+z');
  await expect(page.getByText('The earlier dates are back')).toBeVisible();
  await expect(heading(page, 'Unknown Date')).toBeVisible();
});

test('one date of several is taken for its photos alone, and let go again', async ({ page }) => {
  const mia = await registerIn(page);
  const names = ['July 1974.jpg', 'Sea July 1974.jpg', 'Paris 1981.jpg', 'nothing.jpg'];
  const files = await Promise.all(names.map(async (name) => ({ name, content: await newJpeg(40, 30) })));
  await uploadPhotos({ asking: page.request, authorization: mia.authorization }, files);
  await page.goto('/my-photos/photos');
  await tiles(page).first().focus();
  await page.keyboard.press('Control+a');
  await inBar(page, 'More').click();
  await inBar(page, 'Change date').click();
  const july = dialog(page).getByRole('button', { name: /July 1974.*2 photos.*from the file name/ });
  await july.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Year')).toHaveValue('1974');
  await expect(dialog(page).getByText('2 photos get another date.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('4 photos get another date.')).toBeVisible();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Change date' }).click();
  await expect(heading(page, 'July 1974')).toBeVisible();
  await expect(heading(page, 'Unknown Date')).toBeVisible();
});

test.describe('with a thumb', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('a trip with a wrong clock is set right by two photos of one moment, and undone', async ({ page }) => {
    const reflex = 'Halden M5';
    await openTrip(page, [
      { model: 'Phone 8', date: '2019:07:04 16:30:00' },
      { model: reflex, date: '2019:07:04 15:27:00' },
      { model: reflex, date: '2019:07:05 23:30:00' },
      { model: reflex, date: '2019:07:09 12:00:00' },
    ]);
    const names = () =>
      tiles(page).evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
    const before = await names();

    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    await tiles(page).nth(2).tap();
    await inBar(page, 'More').tap();
    await inBar(page, 'Same moment').tap();
    await expect(
      page.getByText('Select a photo of the same moment from each of the two cameras.'),
    ).toBeVisible();
    await dialog(page, 'Same moment').getByRole('button', { name: 'Close' }).last().tap();
    await tiles(page).nth(3).tap();
    await inBar(page, 'More').tap();
    await inBar(page, 'Same moment').tap();
    const form = dialog(page, 'Same moment');
    await expect(form.getByText(/their times differ by 1 hour 3 minutes/)).toBeVisible();
    await form.getByRole('radio', { name: reflex }).check();
    await expect(form.getByText('2 photos get another date.')).toBeVisible();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Change date' }).tap();
    await expect.poll(names).toContainEqual(expect.stringContaining('6 July 2019'));
    expect((await names()).filter((name, at) => name === before[at])).toHaveLength(2);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(names).toEqual(before);
  });
});

/** Opens a new library with pictures of these cameras and dates. */
async function openTrip(page: Page, photos: readonly { model: string; date: string }[]) {
  const files = photos.map(async (notes, nth) => ({
    name: `${nth}.jpg`,
    content: await newJpeg(40, 30, notes),
  }));
  await openLibraryOf(page, await Promise.all(files));
}
