import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Download, expect, type Page, test } from '@playwright/test';
import { ageExport } from '../apps/server/src/modules/library/exports/age-export.fixture.ts';
import { expectAccessible } from './access.ts';
import { FOUR, tiles } from './albums.ts';
import { linkFromOutbox } from './outbox.ts';
import { createOwnServer } from './own-server.ts';
import { openLibrary } from './small-library.ts';

test.use({ viewport: { width: 1280, height: 2_400 }, contextOptions: { reducedMotion: 'reduce' } });

const fixtures = path.resolve(import.meta.dirname, '../apps/server/src/platform/images/fixtures');

async function originalHashes(): Promise<string[]> {
  const files = await Promise.all(FOUR.map((name) => readFile(path.join(fixtures, name))));
  return files.map((bytes) => createHash('sha256').update(bytes).digest('hex')).toSorted();
}

/** Unpacks zips into one folder, as a customer does; returns the SHA-256 of the photos by path. */
async function unpack(downloads: readonly Download[]): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-unpacked-'));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  try {
    for (const saved of downloads) run('unzip', '-q', '-n', await saved.path());
    const lists = run('find', '.', '-maxdepth', '1', '-name', 'contents-*.txt').trim().split('\n');
    // The checksum list can be verified with the standard tool.
    for (const list of lists) run('sha256sum', '--check', '--quiet', list);
    const lines = run('find', '.', '-mindepth', '2', '-type', 'f', '-exec', 'sha256sum', '{}', '+')
      .trim()
      .split('\n');
    return Object.fromEntries(lines.map((line) => [line.slice(68), line.slice(0, 64)]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function requestExport(page: Page): Promise<void> {
  await page.goto('/my-photos/photos');
  await page.getByRole('button', { name: 'Export photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export photos' });
  await expect(dialog.getByRole('button', { name: 'Create export' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create export' }).click();
  await expect(
    dialog.getByText("We'll email you within 48 hours when your export is ready to download."),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
}

async function copyFirstToNewAlbum(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tiles(page).first().click();
  await page.getByRole('button', { name: 'Copy to album' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to album' });
  await dialog.getByRole('button', { name: 'New album' }).click();
  await dialog.getByPlaceholder('Untitled album').fill(name);
  await dialog.getByRole('button', { name: 'Create album' }).click();
  await expect(page.getByText(`Photos copied to ${name}`)).toBeVisible();
}

const chunkButtons = (page: Page) => page.getByRole('button', { name: /^Download \.zip/ });

async function downloadAll(page: Page): Promise<Download[]> {
  const saved: Download[] = [];
  for (const button of await chunkButtons(page).all()) {
    const saving = page.waitForEvent('download');
    await button.click();
    saved.push(await saving);
  }
  return saved;
}

test('an export is requested, announced by mail, downloaded, and unpacked to identical bytes [EXP-01, EXP-04, EXP-09, EXP-10, EXP-15, EXP-19, EXP-25, EXP-32, RTE-09, FLG-09]', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const mia = await openLibrary(page);
  await copyFirstToNewAlbum(page, 'Été à la mer');
  await requestExport(page);
  const link = await linkFromOutbox(page.request, mia.email, /photo export is ready/);
  expect(link).toMatch(/\/my-photos\/exports\/[0-9a-f-]{36}$/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your export is ready to download' })).toBeVisible();
  await expect(page.getByText('My Photos export (1 of 1)')).toBeVisible();
  await expectAccessible(page);
  const [saved] = await downloadAll(page);
  expect(saved?.suggestedFilename()).toBe('My Photos export (1 of 1).zip');
  const photos = await unpack(saved ? [saved] : []);
  expect(Object.values(photos).toSorted()).toEqual(await originalHashes());
  expect(Object.keys(photos).filter((name) => name.startsWith('Albums/Été à la mer/'))).toHaveLength(1);

  await page.goto('/my-photos/photos?export=true');
  await page.getByRole('dialog').getByRole('button', { name: 'Create export' }).click();
  await expect(page).toHaveURL(link);

  await page.goto(link.replace(/[0-9a-f]{12}$/, '000000000000'));
  await expect(page.getByText('Your download link has expired')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create a new export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export photos' })).toBeVisible();
});

test.describe('on a server of its own', () => {
  let server: Awaited<ReturnType<typeof createOwnServer>>;
  test.beforeAll(async () => {
    server = await createOwnServer({ DEMO: 'off', EXPORT_CHUNK_BYTES: '10000' });
    await server.start();
  });
  test.afterAll(() => server.remove());

  test('an export survives a kill, has several zips, and expires after 7 days [EXP-14, EXP-22, EXP-26, EXP-29]', async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 2_400 },
    });
    const page = await context.newPage();
    const mia = await openLibrary(page);
    await requestExport(page);
    await server.kill('SIGKILL');
    await server.start();
    const mailed = () => linkFromOutbox(page.request, mia.email, /photo export is ready/).catch(() => '');
    await expect.poll(mailed, { timeout: 150_000 }).not.toBe('');
    const link = await mailed();
    await page.goto(link);
    await expect(page.getByText(/My Photos export \(1 of \d\)/)).toBeVisible();
    expect(await chunkButtons(page).count()).toBeGreaterThan(1);
    const photos = await unpack(await downloadAll(page));
    expect(Object.values(photos).toSorted()).toEqual(await originalHashes());

    await ageExport(server.dataDir, link.slice(-36), 7);
    await page.reload();
    await expect(page.getByText('Your download link has expired')).toBeVisible();
    await context.close();
  });
});
