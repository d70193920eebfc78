import { execFile } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR, tiles } from './albums.ts';
import { createCustomerAt, signIn } from './customers.ts';
import { createOwnServer } from './own-server.ts';
import { IS_TRIAL } from './trial.ts';

const root = path.resolve(import.meta.dirname, '..');
const fixtures = path.join(root, 'apps/server/src/platform/images/fixtures');
/** More than a moment's work; `npm run trials` imports more, and kills at random moments. */
const MANY = IS_TRIAL ? 500 : 100;
const KILLED_BEHIND = IS_TRIAL ? randomInt(MANY / 2) : 0;
const cli = path.join(root, 'apps/server/src/cli/main.ts');

let server: Awaited<ReturnType<typeof createOwnServer>>;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-earlier-'));
  server = await createOwnServer({ DEMO: 'off' });
  await server.start();
});
test.afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

/** Imports legacy uploads as the operator does, beside the running server; returns the command's output. */
async function importUploads(owner: string, files: readonly string[]): Promise<string> {
  const list = path.join(folder, `${randomUUID()}.json`);
  const uploads = files.map((file) => ({ id: randomUUID(), owner, file }));
  await writeFile(list, JSON.stringify({ uploads }));
  const env = { ...process.env, DATA_DIR: server.dataDir };
  return (await promisify(execFile)(process.execPath, [cli, 'import-legacy-uploads', list], { env })).stdout;
}

test('legacy uploads are imported when their customer opens the library, and one that is no photo is reported [ACT-01, ACT-04, ACT-05, ACT-06, ACT-07, ACT-08, ACT-09, PSH-03, PSH-07]', async ({
  page,
}) => {
  const mia = await createCustomerAt(server.url);
  test.setTimeout(180_000);
  const bad = path.join(folder, 'bad.jpg');
  await writeFile(bad, 'no photo');
  const stated = await importUploads(mia.email, [...FOUR.map((name) => path.join(fixtures, name)), bad]);
  expect(stated).toContain('5 files imported');

  await page.goto(`${server.url}/my-photos/photos`);
  await signIn(page, mia);
  const note = page.getByRole('region', { name: 'Importing your earlier photos' });
  await expect(note).toContainText('5 of 5', { timeout: 60_000 });
  await expect(page.getByText('1 earlier photo could not be imported')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Photos 4', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(tiles(page)).toHaveCount(4);
  await expect(page.locator('[data-tile]:has(img[data-loaded])')).toHaveCount(4, { timeout: 60_000 });
  await expect(note).toBeHidden({ timeout: 60_000 });

  const started: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/users/activate')) started.push(request.url());
  });
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/users/activate'));
  await page.reload();
  const lastImport = { ended: expect.any(String), imported: 4, failed: 1 };
  expect(await (await answered).json()).toEqual({ status: 'ACTIVE', lastImport });
  await expect(tiles(page)).toHaveCount(4);
  expect(started).toEqual([]);

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('link', { name: /1 earlier photo could not be imported/ }).click();
  await expect(page.getByRole('heading', { name: 'Earlier photos not imported' })).toBeVisible();
  const failed = page.getByRole('listitem').filter({ hasText: 'bad.jpg' });
  await expect(failed).toContainText('This file is not a JPEG, PNG or HEIC photo.');
  await expectAccessible(page);
});

test('without the push channel an import is still followed to its end [ACT-06, ACT-07, PSH-07]', async ({
  page,
}) => {
  const mia = await createCustomerAt(server.url);
  await page.routeWebSocket(/\/socket/, () => undefined);
  const stated = await importUploads(mia.email, [path.join(fixtures, 'xmp-created.jpg')]);
  expect(stated).toContain('1 files imported');
  await page.goto(`${server.url}/`);
  await signIn(page, mia);
  await expect(page.getByText('1 earlier photo is in your library')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('1 photo in your library')).toBeVisible();
});

test('an import survives kills of the database and the server: nothing lost, nothing duplicated', async ({
  page,
}) => {
  const mia = await createCustomerAt(server.url);
  test.setTimeout(240_000);
  const original = await readFile(path.join(fixtures, 'exif-original.jpg'));
  const files = Array.from({ length: MANY }, (_, at) => path.join(folder, `many-${at}.jpg`));
  for (const file of files) await writeFile(file, Buffer.concat([original, randomBytes(16)]));
  expect(await importUploads(mia.email, files)).toContain(`${MANY} files imported`);
  await page.goto(`${server.url}/my-photos/photos`);
  await signIn(page, mia);
  const note = page.getByRole('region', { name: 'Importing your earlier photos' });
  const importedSoFar = async () => Number((await note.textContent())?.match(/: (\d+) of/)?.[1] ?? 0);
  await expect.poll(importedSoFar, { timeout: 30_000, intervals: [20] }).toBeGreaterThan(KILLED_BEHIND);
  await server.killDatabase();
  await expect.poll(server.isReady, { timeout: 60_000 }).toBe(true);
  await server.kill('SIGKILL');
  await server.start();
  await page.goto(`${server.url}/my-photos/photos`);
  const counted = page.getByRole('link', { name: `Photos ${MANY}`, exact: true });
  await expect(counted).toBeVisible({ timeout: 120_000 });
  await expect(note).toBeHidden({ timeout: 60_000 });
  await expect(counted).toBeVisible();
  await server.audit();
});
