import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Download, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { signIn } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';
import { openLibrary } from './small-library.ts';

const PATH = '**/customers/me/mydata';

/** Answers the next request as the server does once the sign-in is older than five minutes. */
async function ageSignIn(page: Page): Promise<void> {
  const json = { code: 'recent-sign-in-required' };
  await page.route(
    PATH,
    (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json }) : route.fallback(),
    { times: 1 },
  );
}

/** Presses a button that downloads a file, and saves the file. */
async function download(page: Page, name: string, folder: string): Promise<string> {
  const [found] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.getByRole('button', { name }).click(),
  ]);
  const file = path.join(folder, found.suggestedFilename());
  await found.saveAs(file);
  return file;
}

/** The files of a zip that both `unzip` and Python can read completely. */
function read(file: string): Record<string, string> {
  execFileSync('unzip', ['-tqq', file]);
  const script =
    'import sys,json,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n' +
    'print(json.dumps({n:z.read(n).decode("utf-8","replace") for n in z.namelist()}))';
  return JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8', maxBuffer: 1e9 }));
}

test('a customer requests their data after a new sign-in, is notified when it is ready, and opens it [RTE-24]', async ({
  page,
}) => {
  const mia = await openLibrary(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Manage my data' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My data' })).toBeFocused();
  await expect(page.getByText('Your photos in full quality')).toBeVisible();
  await expectAccessible(page);

  await ageSignIn(page);
  await page.getByRole('button', { name: 'Request my data' }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' });
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Sign in' }).click(),
  ]);
  await signIn(window, mia);
  await expect(dialog).toBeHidden();
  const ready = page.getByRole('region', { name: 'Your data is ready to download' });
  await expect(ready).toContainText('7 days left', { timeout: 30_000 });
  await expectAccessible(page);

  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-my-data-'));
  const data = read(await download(page, 'Download .zip: Your data', folder));
  expect(Object.keys(data)[0]).toBe('README.txt');
  const photos = JSON.parse(data['photos.json'] ?? '') as { sha256: string }[];
  expect(photos).toHaveLength(FOUR.length);
  expect(data['README.txt']).toContain('- photos.json');
  expect(JSON.parse(data['schemas/photos.schema.json'] ?? '')).toMatchObject({ type: 'array' });
  const originals = read(await download(page, 'Download .zip: Your photos (1 of 1)', folder));
  const list = JSON.parse(originals['manifest-1.json'] ?? '') as { photos: { sha256: string }[] };
  expect(list.photos.map(({ sha256 }) => sha256).toSorted()).toEqual(
    photos.map(({ sha256 }) => sha256).toSorted(),
  );
  await rm(folder, { recursive: true });

  const link = await linkFromOutbox(page.request, mia.email, /Your data is ready to download/);
  await page.goto(link);
  await expect(ready).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/settings/my-data');
  await page.goto('/settings');
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: 'My data' }) }),
  ).toContainText(/Available until/);
});

test('a failed request says so, and can be repeated [RTE-24]', async ({ page }) => {
  await openLibrary(page);
  await page.goto('/settings/my-data');
  await page.route(PATH, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Request my data' }).click();
  await expect(page.getByRole('alert')).toContainText('Your data could not be requested');
  await page.unroute(PATH);
  await page.getByRole('button', { name: 'Request my data' }).click();
  await expect(page.getByRole('region', { name: 'Your data is ready to download' })).toBeVisible({
    timeout: 30_000,
  });
});
