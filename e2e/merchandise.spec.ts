import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { createCustomerAt, signIn } from './customers.ts';
import { createOwnServer } from './own-server.ts';

const DAY_MS = 86_400_000;
const demo = path.resolve(import.meta.dirname, '../apps/server/src/demo/merchandise.json');

let folder: string;
let file: string;
let server: Awaited<ReturnType<typeof createOwnServer>>;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-merchandise-'));
  file = path.join(folder, 'merchandise.json');
  await writeMerchandise({ price: 19 });
  server = await createOwnServer({ DEMO: 'off', MERCHANDISE_FILE: file });
  await server.start();
});
test.afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

/** Writes Pennyfern's merchandise, with prints orderable until noon in three days. */
async function writeMerchandise({ price }: { price: number | string }): Promise<void> {
  const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
  const all = JSON.parse(await readFile(demo, 'utf8'));
  const [pennyfern] = all.channels;
  const [{ arrivesBy: _, ...campaign }] = pennyfern.campaigns;
  pennyfern.campaigns = [{ ...campaign, cutOffs: [{ articleGroup: 'prints', orderBy: `${day}T12:00` }] }];
  pennyfern.articles[0].price = price;
  await writeFile(file, JSON.stringify(all));
}

const line = (page: Page) => page.getByText(/^Order by .*, 12:00.*, to have it before Christmas$/);
const prints = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Photo prints 10 × 15 cm' }) });

test('products and order deadlines follow the operator’s file [MER-02, CUT-01, CUT-02]', async ({ page }) => {
  const mia = await createCustomerAt(server.url);
  await page.clock.install();
  await page.goto(`${server.url}/help/products`);
  await expect(prints(page)).toContainText('£0.19');
  await expect(line(page)).toHaveCount(1);
  await expectAccessible(page);

  await page.goto(`${server.url}/orders`);
  await signIn(page, mia);
  await expect(page.getByText("You haven't ordered anything yet!")).toBeVisible();
  await expect(line(page)).toBeVisible();
  await expect(page.getByText(/(2|3) days left/)).toBeVisible();
  await expectAccessible(page);
  await page.clock.fastForward(3.5 * DAY_MS);
  await expect(line(page)).toBeHidden();

  await writeMerchandise({ price: 'nothing' });
  await expect.poll(refused).toBe(1);
  await page.goto(`${server.url}/help/products`);
  await expect(prints(page)).toContainText('£0.19');
  await writeMerchandise({ price: 21 });
  await expect.poll(refused).toBe(0);
  await page.reload();
  await expect(prints(page)).toContainText('£0.21');
});

/** 1 while the server reports that it has rejected its file, otherwise 0. */
async function refused(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(
    /keepsake_operator_file_refused\{setting="MERCHANDISE_FILE"\} (\d)/.exec(metrics)?.[1] ?? Number.NaN,
  );
}
