import { randomUUID } from 'node:crypto';
import { devices, expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { keepsake, registerIn } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';
import { sendBook } from './sent-book.ts';

test('a photo book is shared by mail, opened on a phone without an account, and revoked [RTE-35, RTE-36, SHL-11, WID-01, WID-08, WID-09]', async ({
  browser,
  page,
  baseURL,
}) => {
  const mia = await registerIn(page);
  const code = await sendBook(page.request, mia.customerId, 'Kent in June');
  await page.goto('/');
  await page.getByRole('link', { name: 'Widgets' }).click();
  await expect(page.getByText('Share a photo book by link')).toBeVisible();
  await page.goto(`/online-products/${code}`);
  await page.getByRole('link', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.frameLocator('iframe').getByRole('img', { name: 'Front cover' })).toBeVisible();
  await page.getByLabel('Heading').fill('Our summer');
  await page.getByLabel('Sites that can embed it').fill('not a site');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not a valid site address: not')).toBeVisible();
  await page.getByLabel('Sites that can embed it').fill('Blog.example.org/about');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Our summer' })).toBeVisible();
  await expectAccessible(page);

  const noah = `noah.${randomUUID().slice(0, 8)}@example.com`;
  await page.getByRole('link', { name: 'Share by email' }).click();
  await page.getByLabel("Recipient's email address").fill(`${noah}, b@example.com`);
  await page.getByLabel('Message').fill('Look at <b>this</b>');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Enter a single email address')).toBeVisible();
  await page.getByLabel("Recipient's email address").fill(noah);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`The link is on its way to ${noah}.`)).toBeVisible();
  await expectAccessible(page);

  const link = await linkFromOutbox(page.request, noah, /A photo book was shared with you/);
  const phone = await browser.newContext({ ...devices['Pixel 7'], baseURL });
  const visitor = await phone.newPage();
  await visitor.goto(new URL(link).pathname);
  await expect(visitor.getByRole('heading', { name: 'Our summer' })).toBeVisible();
  const cover = visitor.getByRole('img', { name: 'Front cover' });
  await expect.poll(() => cover.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(visitor);
  await visitor.getByRole('link', { name: 'Next' }).click();
  await expect(visitor.getByRole('status')).toHaveText('Page 1 of 6');
  await visitor.keyboard.press('ArrowRight');
  await expect(visitor.getByRole('status')).toHaveText('Pages 2 and 3 of 6');
  await expect(visitor).toHaveURL(/page=2$/);
  await visitor.goBack();
  await expect(visitor.getByRole('status')).toHaveText('Page 1 of 6');

  await page.getByRole('link', { name: 'Back to your widgets' }).click();
  await page.getByRole('button', { name: 'Delete the widget for Our summer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Share a photo book by link')).toBeVisible();
  const next = await visitor.request.get(`${new URL(link).pathname}/4/800`);
  expect(next.status()).toBe(404);
  await visitor.getByRole('link', { name: 'Next' }).click();
  await expect(visitor.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await phone.close();
});

test('a widget is offered for the gallery, approved by a command, and seen by everybody [WID-02, WID-05]', async ({
  page,
  browser,
  baseURL,
}) => {
  const mia = await registerIn(page);
  const code = await sendBook(page.request, mia.customerId, 'Kent in June');
  await page.goto(`/widgets/${code}`);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('button', { name: 'Submit to the gallery' }).click();
  const title = `Kent ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Category').selectOption('Travel');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Submitted to the gallery: waiting for review')).toBeVisible();
  const listed = await keepsake('gallery', 'list');
  const lines = listed.split('\n');
  const at = lines.findIndex((line) => line.includes(title));
  const [id = ''] = lines[at]?.split(' ') ?? [];
  const version = lines[at + 1]?.replace('version', '').trim() ?? '';
  await keepsake('gallery', 'approve', id, version);
  await expect(page.getByText('Anyone can see it in the gallery')).toBeVisible();

  const everybody = await browser.newContext({ baseURL });
  const visitor = await everybody.newPage();
  await visitor.goto('/gallery');
  await visitor.getByRole('link', { name: 'Travel' }).click();
  await expectAccessible(visitor);
  await visitor.getByRole('link', { name: title }).click();
  await expect(visitor.getByRole('img', { name: 'Front cover' })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByText('Report this entry').click();
  await visitor.getByLabel('What should we know?').fill('That is my picture');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByText('Thank you: we will review it.')).toBeVisible();
  expect(await keepsake('gallery', 'reports')).toContain('That is my picture');
  await keepsake('gallery', 'take-down', id, '--reason', 'It shows somebody else.');
  await expect(page.getByText('It shows somebody else.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await everybody.close();
});
