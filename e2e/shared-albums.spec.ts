import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { LAKE, shareLakeDays } from './shared-album.ts';

test('an owner sees who can view it, and can change nothing in it [ALD-21, RTE-07, RTE-11, SHA-01, SHA-02, SHA-03, SHA-04, SHA-05, SHA-06, SHA-07, SHA-08, SHA-10, SHA-13, SHA-14]', async ({
  page,
  baseURL,
}) => {
  const { participant } = await shareLakeDays(page, { baseURL, pageIs: 'owner' });
  await page.goto('/my-photos/albums');
  await page.getByRole('link', { name: new RegExp(LAKE) }).click();
  await expect(page).toHaveURL(/\/my-photos\/shared-albums\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LAKE);
  await expect(page.getByRole('note')).toContainText('no longer supported');
  await expect(page.getByRole('navigation', { name: 'Account' })).toHaveCount(0);
  await expect(tiles(page).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '2 participants' }).click();
  await expect(page.getByRole('dialog').getByText(participant.email)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tiles(page).first().click();
  const bar = page.getByRole('toolbar');
  await expect(bar.getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'false');
  for (const name of ['Order photo prints', 'Copy to album', 'Remove from album', 'Delete']) {
    const off = bar.getByRole('button', { name, exact: true });
    await expect(off).toHaveAttribute('aria-disabled', 'true');
    await expect(off).toHaveAccessibleDescription('Unavailable for shared albums');
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Delete album' }).click();
  await expect(page.getByRole('dialog')).toContainText('will be removed for all participants');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('a participant views it, leaves it, and it disappears from all their screens [ALB-07, HDR-09, SHA-05, SHA-15]', async ({
  browser,
  page,
  baseURL,
}) => {
  const { owner } = await shareLakeDays(page, { baseURL, pageIs: 'participant' });
  await page.goto('/my-photos/albums');
  await page.getByRole('button', { name: 'Shared with you' }).click();
  await expect(page.getByRole('heading', { name: 'Shared with you' })).toBeFocused();
  await page.getByRole('link', { name: new RegExp(LAKE) }).click();
  await expect(page.getByText(`Owner: ${owner.email}`)).toBeVisible();
  const storageState = await page.context().storageState();
  const other = await (await browser.newContext({ storageState })).newPage();
  await other.goto(page.url());
  await expect(other.locator('[data-tile] img[data-loaded]').first()).toBeVisible();
  const picture = await other.locator('[data-tile] img').first().getAttribute('src');
  expect((await other.request.get(picture ?? '')).status()).toBe(200);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Delete album' }).click();
  await expect(page.getByRole('dialog')).toContainText('You will no longer see the album');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
  await expect(page.getByText(`${LAKE} album deleted`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shared with you' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Albums 0' })).toBeVisible();

  await expect(other.getByText(`The album ${LAKE} is no longer available`)).toBeVisible();
  await expect(other).toHaveURL(/\/my-photos\/albums$/);
  await expect
    .poll(async () => (await other.request.get(picture ?? '')).status())
    .toBeGreaterThanOrEqual(400);
});
