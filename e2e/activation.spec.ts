import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR, tiles } from './albums.ts';
import { registerAt, signIn } from './customers.ts';
import { createOwnServer } from './own-server.ts';

const root = path.resolve(import.meta.dirname, '..');
const fixtures = path.join(root, 'apps/server/src/platform/images/fixtures');
const command = path.join(root, 'apps/server/src/import-legacy-uploads.ts');

let server: Awaited<ReturnType<typeof createOwnServer>>;
let mia: Awaited<ReturnType<typeof registerAt>>;
let folder: string;
test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-earlier-'));
  server = await createOwnServer({ DEMO: 'off' });
  await server.start();
  mia = await registerAt(browser, server.url);
});
test.afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

/** As the operator does it, beside the server at work; gives what the command says. */
async function takeIn(files: readonly string[]): Promise<string> {
  const list = path.join(folder, `${randomUUID()}.json`);
  const uploads = files.map((file) => ({ id: randomUUID(), owner: mia.email, file }));
  await writeFile(list, JSON.stringify({ uploads }));
  const env = { ...process.env, DATA_DIR: server.dataDir };
  return (await promisify(execFile)(process.execPath, [command, list], { env })).stdout;
}

test('[ACT-01, ACT-04..ACT-09, PSH-03, PSH-07] earlier photos come into the library when their customer opens it, and one that is none is told of', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const bad = path.join(folder, 'bad.jpg');
  await writeFile(bad, 'no photo');
  const said = await takeIn([...FOUR.map((name) => path.join(fixtures, name)), bad]);
  expect(said).toContain('5 files were taken in');

  await page.goto(`${server.url}/my-photos/photos`);
  await signIn(page, mia);
  const note = page.getByRole('region', { name: 'Bringing in your earlier photos' });
  await expect(note).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await expect(page.getByText('1 earlier photo could not be brought in')).toBeVisible({ timeout: 60_000 });
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
  expect(await (await answered).json()).toEqual({ status: 'ACTIVE' });
  await expect(tiles(page)).toHaveCount(4);
  expect(started).toEqual([]);
});
