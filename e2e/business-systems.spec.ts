import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { keepsake, registerBusinessIn } from './customers.ts';

test('a business’s own system receives signed callbacks, and one is resent [SET-06, SET-09]', async ({
  page,
}) => {
  await registerBusinessIn(page);
  await page.goto('/settings/b2b/callbacks');
  const url = page.getByLabel('Callback address');
  await url.fill('http://169.254.169.254/');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The address must start with https://')).toBeVisible();
  await page.getByRole('button', { name: 'Use the test receiver' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Show signing key' }).click();
  await page.getByRole('button', { name: 'Give key to test receiver' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  const arrived = page.getByRole('region', { name: 'Test receiver' }).getByRole('listitem');
  await expect(arrived.filter({ hasText: 'Valid signature' })).toHaveCount(1);
  const sent = page.getByRole('region', { name: 'Sent callbacks' });
  await expect(sent.getByText('Delivered')).toBeVisible();
  await sent.getByRole('button', { name: /^Resend: Test/ }).click();
  await expect(arrived.filter({ hasText: 'Valid signature' })).toHaveCount(2);
  await expect(sent.getByText(/2 attempts/)).toBeVisible();
});

test('a sample file from the instructions becomes an order, and a faulty file says why it does not [RTE-23, SHL-06]', async ({
  page,
}) => {
  await registerBusinessIn(page);
  await page.goto('/settings/b2b/new-address');
  const place = { Street: 'Mill Lane', 'House number': '3', Postcode: 'HU1 1AA', 'Town or city': 'Hull' };
  const address = { Company: 'Studio Holm Ltd', ...place };
  for (const [label, text] of Object.entries(address))
    await page.getByRole('textbox', { name: label }).fill(text);
  await page.getByRole('button', { name: 'Save address', exact: true }).click();
  await expect(page.getByText('The address has been saved.')).toBeVisible();
  await page.getByRole('link', { name: 'FTP instructions' }).click();
  const user = await page.locator('code').first().textContent();
  const loading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download XML sample' }).click();
  const sample = await readFile(await (await loading).path(), 'utf8');

  const root = await mkdtemp(path.join(tmpdir(), 'keepsake-ftp-'));
  const sent = path.join(root, user ?? '', 'in');
  await mkdir(sent, { recursive: true });
  const long = new Date(Date.now() - 3_600_000);
  for (const [name, text] of [
    ['good.xml', sample],
    ['wrong.xml', sample.replace(/<city>.*<\/city>/, '').replace('SAMPLE', 'OTHER')],
  ] as const) {
    await writeFile(path.join(sent, name), text);
    await utimes(path.join(sent, name), long, long);
  }
  expect(await keepsake('take-order-files', root)).toContain('good.xml: taken, 1 orders');
  await rm(root, { recursive: true });

  await page.reload();
  const files = page.getByRole('region', { name: 'Your order files' });
  await expect(files.getByText('The field city is missing.')).toBeVisible();
  await files.getByRole('link', { name: /SAMPLE-XML-1$/ }).click();
  await expect(page.getByText(/^Order .*SAMPLE-XML-1/)).toBeVisible();
});
