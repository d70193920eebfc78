import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { registerAndOpen, signIn } from './customers.ts';

const LIBRARY = '/my-photos/photos';
const PICKED = 300;
const files = Array.from({ length: PICKED }, (_, n) => ({
  name: `IMG_${n}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(`photo ${n}`),
}));

const trayOf = (page: Page) => page.getByRole('complementary', { name: 'Add photos' });
const toldIn = (page: Page) =>
  trayOf(page).getByRole('status').getByText(`${PICKED} photos were not saved when you left the page`);

/** The browser of a new customer, whose uploads get no answer. */
async function openBrowser(page: Page): Promise<BrowserContext> {
  await registerAndOpen(page);
  const context = page.context();
  await context.route('**/api/uploads/files', () => {});
  return context;
}

async function pickAndLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  await page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(files);
  await expect(page.getByRole('dialog').getByText(`0 of ${PICKED} saved`)).toBeVisible();
  await page.close();
}

/** Opens a page and closes it at the given moment of its work with the browser's store, or once it has told what was left. */
async function closeAt(page: Page, { method, time }: { method: string; time: number }): Promise<void> {
  const closed = page.waitForEvent('close');
  await page.exposeFunction('closeNow', () => page.close());
  await page.addInitScript(
    ([name, nth]) => {
      const store = (name === 'transaction' ? IDBDatabase : IDBObjectStore).prototype as unknown as Record<
        string,
        (...args: unknown[]) => unknown
      >;
      const original = store[name];
      let times = 0;
      store[name] = function (...args) {
        if (++times === nth) (window as unknown as { closeNow(): void }).closeNow();
        return original?.apply(this, args);
      };
    },
    [method, time] as const,
  );
  await page.goto(LIBRARY).catch(() => {});
  await Promise.race([
    closed,
    toldIn(page)
      .waitFor()
      .catch(() => {}),
  ]);
  if (!page.isClosed()) await page.close();
}

test('picked files are all named after leaving, however often and whenever the page is closed again', async ({
  page,
}) => {
  const context = await openBrowser(page);
  await pickAndLeave(page);

  const transactions = [1, 2, 3, 4, 5, 20].map((time) => ({ method: 'transaction', time }));
  const changes = ['delete', 'put'].map((method) => ({ method, time: 1 }));
  for (const moment of [...transactions, ...changes]) await closeAt(await context.newPage(), moment);

  const last = await context.newPage();
  await last.goto(LIBRARY);
  await expect(toldIn(last)).toBeVisible();
});

test('of two pages opened at once, one names each file left unfinished', async ({ page }) => {
  const context = await openBrowser(page);
  await pickAndLeave(page);
  for (let round = 0; round < 4; round++) {
    const pages = await Promise.all([context.newPage(), context.newPage()]);
    await Promise.all(pages.map((one) => one.goto(LIBRARY, { waitUntil: 'networkidle' })));
    await expect.poll(() => countTelling(pages)).toBe(1);
    // The other goes on without them, and takes nothing away when it is left.
    for (const one of pages)
      if (!(await toldIn(one).isVisible())) await one.reload({ waitUntil: 'networkidle' });
    expect(await countTelling(pages)).toBe(1);
    for (const one of pages) await one.close();
  }
});

test('signing out forgets one’s own files, and not those of others who use the browser', async ({ page }) => {
  const mia = await registerAndOpen(page);
  const context = page.context();
  await context.route('**/api/uploads/files', () => {});
  await pickAndLeave(page);

  await context.clearCookies();
  const other = await context.newPage();
  await registerAndOpen(other);
  await other.goto('/logout');
  await expect(other.getByText('You are signed out')).toBeVisible();

  const back = await context.newPage();
  await back.goto(LIBRARY);
  await signIn(back, mia);
  await expect(toldIn(back)).toBeVisible();
  await back.goto('/logout');
  await expect(back.getByText('You are signed out')).toBeVisible();
  await back.goto(LIBRARY);
  await signIn(back, mia);
  await expect(back.getByText('Your photo library is empty')).toBeVisible();
  await expect(toldIn(back)).toBeHidden();
});

async function countTelling(pages: readonly Page[]): Promise<number> {
  const telling = await Promise.all(pages.map((page) => toldIn(page).isVisible()));
  return telling.filter(Boolean).length;
}
