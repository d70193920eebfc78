import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { FOUR, pickFiles } from './albums.ts';
import { registerAndOpen, signIn } from './customers.ts';

const LIBRARY = '/my-photos/photos';
const PICKED = 300;
const files = Array.from({ length: PICKED }, (_, n) => ({
  name: `IMG_${n}.jpg`,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(`photo ${n}`),
}));

const trayOf = (page: Page) => page.getByRole('complementary', { name: 'Add photos' });
const notifiedIn = (page: Page) =>
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
  // A page that is closed within its first milliseconds leaves nothing.
  await expect.poll(async () => (await readStored(page)).length).toBe(PICKED);
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
    notifiedIn(page)
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
  await expect(notifiedIn(last)).toBeVisible();
});

test('of two pages opened at once, one names each file left unfinished', async ({ page }) => {
  const context = await openBrowser(page);
  await pickAndLeave(page);
  for (let round = 0; round < 4; round++) {
    const pages = await Promise.all([context.newPage(), context.newPage()]);
    await Promise.all(pages.map((one) => one.goto(LIBRARY, { waitUntil: 'networkidle' })));
    await expect.poll(() => countNotifying(pages)).toBe(1);
    // The other goes on without them, and takes nothing away when it is left.
    for (const one of pages)
      if (!(await notifiedIn(one).isVisible())) await one.reload({ waitUntil: 'networkidle' });
    expect(await countNotifying(pages)).toBe(1);
    for (const one of pages) await one.close();
  }
});

/** Pictures that a new customer has picked offline; the connection is back, but no upload gets through. */
async function queueOffline(page: Page) {
  const mia = await registerAndOpen(page);
  const context = page.context();
  const resume = await keepUploadsWaiting(context);
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.setOffline(true);
  await pickFiles(page, FOUR);
  await expect(page.getByRole('dialog').getByText('0 of 4 saved')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => countCopies(page)).toBe(FOUR.length);
  await context.setOffline(false);
  return { mia, context, resume };
}

async function keepUploadsWaiting(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route('**/api/uploads/files', () => {});
  return () => context.unroute('**/api/uploads/files');
}

/** What this browser has stored of unfinished files. */
const readStored = (page: Page) =>
  page.evaluate(async () => {
    const name = 'keepsake-unfinished-uploads';
    // Opening it would create it without its store.
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return [];
    const settle = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await settle(indexedDB.open(name, 1));
    const entries = await settle<{ file: File | null }[]>(
      database.transaction('files').objectStore('files').getAll(),
    );
    database.close();
    return entries.map(({ file }) => ({ hasCopy: file !== null }));
  });

/** The number of files of which this browser has a copy. */
const countCopies = async (page: Page) => (await readStored(page)).filter(({ hasCopy }) => hasCopy).length;

const pressSignOut = (page: Page) => page.getByRole('link', { name: 'Sign out' }).click();
const question = (page: Page) => page.getByRole('dialog', { name: 'Sign out before your photos are saved?' });
const signedOut = (page: Page) => page.getByRole('heading', { name: 'You are signed out' });
/** Whether the server still answers this customer's calls. */
async function expectSignedIn(page: Page): Promise<void> {
  await page.goto(LIBRARY);
  await expect(page.getByRole('heading', { name: 'My photos' })).toBeVisible();
}

test('photos queued offline survive signing out and in again, and nobody else sees or loses them', async ({
  page,
}) => {
  const { mia, context, resume } = await queueOffline(page);
  await pressSignOut(page);
  await expect(question(page)).toContainText('4 photos are not saved yet');
  await expect(question(page)).toContainText('They stay on this device for a week');
  await question(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(signedOut(page)).toBeVisible();
  await expect(page.getByText('4 photos were not saved. They stay on this device for a week')).toBeVisible();

  const other = await context.newPage();
  await registerAndOpen(other);
  await other.reload({ waitUntil: 'networkidle' });
  await expect(trayOf(other)).toBeHidden();
  await pressSignOut(other);
  await expect(signedOut(other)).toBeVisible();
  await expect(other.getByText('See you soon')).toBeVisible();
  await other.close();

  await resume();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signIn(page, mia);
  await page.goto(LIBRARY);
  await expect(
    trayOf(page).getByText('4 photos were not saved when you left the page').first(),
  ).toBeVisible();
  await trayOf(page).getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Resume 4 uploads' }).click();
  await expect(page.getByText('4 of 4 saved')).toBeVisible();
});

test('whoever stays keeps page, session and uploads, by the button, Escape and Back', async ({ page }) => {
  const { context } = await queueOffline(page);
  const other = await context.newPage();
  await expectSignedIn(other);
  let requested = 0;
  page.on('dialog', (dialog) => {
    requested += 1;
    void dialog.dismiss();
  });
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const ways = [
    () => question(page).getByRole('button', { name: 'Stay' }).click(),
    () => page.keyboard.press('Enter'),
    () => page.keyboard.press('Escape'),
  ];
  for (const stay of ways) {
    await pressSignOut(page);
    await expect(question(page).getByRole('button', { name: 'Stay' })).toBeFocused();
    await stay();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(LIBRARY);
  }
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await expect(trayOf(page).getByText('0 of 4 saved')).toBeVisible();
  await expectSignedIn(other);
  expect(requested).toBe(0);
});

test('an opened sign-out address asks as well, and staying leads back', async ({ page }) => {
  const { context } = await queueOffline(page);
  const other = await context.newPage();
  await expectSignedIn(other);
  await other.goto('/logout');
  await question(other).getByRole('button', { name: 'Stay' }).click();
  await expect(other).toHaveURL('/');
  await expectSignedIn(other);
  await other.goto('/logout');
  await expect(question(other)).toBeVisible();
  await other.goBack();
  await expect(other).toHaveURL(LIBRARY);
  // The first page has gone on, with its uploads.
  await expect(page).toHaveURL(LIBRARY);
  await expect(trayOf(page).getByText('0 of 4 saved')).toBeVisible();
});

test('who shares the device leaves nothing on it', async ({ page }) => {
  const { mia } = await queueOffline(page);
  await pressSignOut(page);
  await question(page).getByRole('checkbox').check();
  await question(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(signedOut(page)).toBeVisible();
  await expect(
    page.getByText('4 photos were not saved and have been removed from this device.'),
  ).toBeVisible();
  expect(await countCopies(page)).toBe(0);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signIn(page, mia);
  await page.goto(LIBRARY);
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
  expect(await countCopies(page)).toBe(0);
  await expect(trayOf(page)).toBeHidden();
});

test('a question whose style sheet failed to load beforehand has it when it is asked', async ({ page }) => {
  const styles = '**/assets/Checkbox-*.css';
  let failed = 0;
  await page.route(styles, (route) => {
    failed++;
    return route.abort();
  });
  await queueOffline(page);
  await expect.poll(() => failed).toBeGreaterThan(0);
  await page.unroute(styles);
  await pressSignOut(page);
  await expect(question(page).getByRole('checkbox')).toBeVisible();
  // Without its style the mark is as wide as the question.
  const box = question(page)
    .locator('svg', { has: page.locator('path') })
    .last();
  expect((await box.boundingBox())?.width).toBeLessThan(24);
});

test('nobody is half signed out without a connection', async ({ page }) => {
  const { context } = await queueOffline(page);
  await pressSignOut(page);
  await expect(question(page)).toBeVisible();
  await context.setOffline(true);
  await question(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You could not be signed out' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(signedOut(page)).toBeVisible();
});

async function countNotifying(pages: readonly Page[]): Promise<number> {
  const notifying = await Promise.all(pages.map((page) => notifiedIn(page).isVisible()));
  return notifying.filter(Boolean).length;
}
