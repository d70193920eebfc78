import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { tabTo, tiles } from './albums.ts';
import { LARGE, openLargeLibrary } from './large-library.ts';
import { hashOf, openWithPhotos } from './named-photos.ts';
import { expectStill } from './stillness.ts';

test.use({ viewport: { width: 1280, height: 2_400 }, contextOptions: { reducedMotion: 'reduce' } });

const NAMES = ['Größe Ährenfeld.jpg', 'Größe ährenfeld.jpg', 'été à Ærø.jpg', 'plain.jpg'];

async function select(page: Page, ...places: number[]): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const place of places) await tiles(page).nth(place).click();
}
const download = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Download' });
const idOf = (saved: Download) => saved.suggestedFilename().replace(/\.zip$/, '');

/** Contents of a zip by name, read by Python after `unzip` has tested it. */
async function unzip(saved: Download): Promise<Map<string, string>> {
  const file = await saved.path();
  execFileSync('unzip', ['-tq', file]);
  const program =
    'import sys,zipfile,hashlib,json;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;' +
    'print(json.dumps([[n,hashlib.sha256(z.read(n)).hexdigest()] for n in z.namelist()]))';
  return new Map(JSON.parse(execFileSync('python3', ['-c', program, file]).toString()));
}

test('one photo is saved unchanged under its name, from the selection and from the preview [DWN-01, DWN-02, DWN-03, DWN-13, SEL-07, SEL-09]', async ({
  page,
}) => {
  const contents = await openWithPhotos(page, NAMES);
  await page.route(/\/media\//, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
  );
  await select(page, 0);
  await download(page).click();
  const dialog = page.getByRole('dialog', { name: 'Download photo' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Error: Your photo could not be downloaded');
  await expectAccessible(page);
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.unrouteAll();
  const first = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const saved = await first;
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  expect(contents.get(saved.suggestedFilename())).toBe(hashOf(await readFile(await saved.path())));

  for (let place = 0; place < 4; place++) {
    await page.goto('/my-photos/photos');
    await expect(tiles(page)).toHaveCount(4);
    await tiles(page).nth(place).click();
    await expect(page.locator('[data-current] img[data-ready="true"]')).toBeVisible();
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const next = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const one = await next;
    expect(contents.get(one.suggestedFilename()), one.suggestedFilename()).toBe(
      hashOf(await readFile(await one.path())),
    );
    await expect(dialog).toBeHidden();
  }
});

test('several are saved as {downloadId}.zip, and remain available until a photo is deleted [DWN-05, DWN-06, DWN-08, DWN-10, DWN-14, DWN-17, DWN-19, NTF-01, PSH-02, RTE-21, SEL-07]', async ({
  page,
}) => {
  const contents = await openWithPhotos(page, NAMES);
  await select(page, 0, 1, 2, 3);
  const requested = page.waitForRequest((sent) => /downloads$/.test(sent.url()) && sent.method() === 'POST');
  const saving = page.waitForEvent('download');
  await download(page).click();
  const preparing = page.getByText('Preparing download...');
  const { id } = (await requested).postDataJSON() as { id: string };
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${id}.zip`);
  // Checked first, because it disappears while others work on the zip.
  const toast = page.getByText('Downloading photos');
  await expect(toast).toBeVisible();
  await expectStill(page);
  const box = await toast.boundingBox();
  const names = await unzip(saved);
  expect(new Set(names.values())).toEqual(new Set(contents.values()));
  expect([...names.keys()].toSorted()).toEqual(
    ['Größe Ährenfeld.jpg', 'Größe ährenfeld (2).jpg', 'été à Ærø.jpg', 'plain.jpg'].toSorted(),
  );
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(60);
  // Below the previous toast, which is just disappearing.
  expect(box?.y).toBeLessThan(200);
  await expect(preparing).toBeHidden();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expect(toast).toBeHidden();

  await page.goto('/downloads');
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
  await expectAccessible(page);
  const repeated = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download / }).click();
  expect(await unzip(await repeated)).toEqual(names);

  await page.goto('/my-photos/photos');
  await expect(tiles(page)).toHaveCount(4);
  await select(page, 0);
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete photo' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/downloads');
  await expect(page.getByText(/^No longer available: .+\.jpg$/)).toBeVisible();
  await expectAccessible(page);
  const saves = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the other 3 photos' }).click();
  const rest = await unzip(await saves);
  expect(rest.size).toBe(3);
  for (const hash of rest.values()) expect([...names.values()]).toContain(hash);
});

test('an archive is saved even if its push message is lost, and is listed after a reload [DWN-16, DWN-19]', async ({
  page,
}) => {
  await page.routeWebSocket(/\/push\/socket/, (socket) => socket.close());
  const contents = await openWithPhotos(page, NAMES);
  await select(page, 0, 1);
  const saving = page.waitForEvent('download');
  await download(page).click();
  const saved = await saving;
  expect((await unzip(saved)).size).toBe(2);

  await select(page, 2, 3);
  const answered = page.waitForResponse(
    (answer) => /downloads$/.test(answer.url()) && answer.request().method() === 'POST',
  );
  await download(page).click();
  await answered;
  await page.reload();
  await page.goto('/downloads');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const repeated = page.waitForEvent('download');
  await rows
    .first()
    .getByRole('button', { name: /^Download / })
    .click();
  const second = await repeated;
  expect(idOf(second)).not.toBe(idOf(saved));
  for (const hash of (await unzip(second)).values()) expect([...contents.values()]).toContain(hash);
});

test('an archive that cannot be requested, or fails, says so and keeps the selection [DWN-04, DWN-07, SEL-09]', async ({
  page,
}) => {
  await openWithPhotos(page, NAMES);
  await page.route(/\/downloads$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await select(page, 0, 1);
  await download(page).click();
  await expect(
    page.getByText('Download failed. Error: Your photos could not be downloaded').first(),
  ).toBeVisible();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.unrouteAll();
  await page.route(/\/downloads\/[0-9a-f-]+\/url$/, (route) => route.fulfill({ status: 404, json: {} }));
  await download(page).click();
  await expect(page.getByText('Download failed', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('2 selected')).toBeVisible();
});

test('more than 100 are refused, with a reason reachable by keyboard [DWN-11, DWN-12]', async ({ page }) => {
  await openLargeLibrary(page);
  await tabTo(page, tiles(page).first());
  await page.keyboard.press('Control+a');
  await expect(page.getByText(`${LARGE} selected`)).toBeVisible();
  await expect(download(page)).toHaveAttribute('aria-disabled', 'true');
  await tabTo(page, download(page));
  const reason = page
    .getByRole('tooltip')
    .filter({ hasText: 'Up to 100 photos can be downloaded at a time' });
  await expect(reason).toBeVisible();
});
