import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn } from './customers.ts';
import { linkFromOutbox } from './outbox.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const SUBJECT = /Please confirm your newsletter subscription/;

test('a newsletter is subscribed by keyboard, confirmed signed out, paused and cancelled [RTE-45, RTE-46, RTE-47, IDN-07, IDN-08, IDN-28, SUB-01, SUB-02, SUB-03, SUB-04, SUB-05, SUB-06, SUB-07]', async ({
  page,
  browser,
}) => {
  const mia = await registerIn(page);
  await page.goto('/settings');
  const group = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Newsletter' }) });
  await expect(group).toContainText('Not subscribed');
  await group.getByRole('link').click();
  await expect(heading(page, 'Newsletter')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Subscribe' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choose at least one topic.')).toBeVisible();
  const ideas = page.getByRole('checkbox', { name: 'Ideas for photos' });
  await expect(ideas).toBeFocused();
  await page.keyboard.press('Space');
  await expect(ideas).toBeChecked();
  await page.getByRole('radio', { name: 'Every issue' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'At most once a month' })).toBeChecked();
  await page.getByRole('button', { name: 'Subscribe' }).press('Enter');
  const waiting = page.getByRole('region', { name: 'Waiting for your confirmation' });
  await expect(waiting).toContainText(mia.email);
  await expect(waiting.getByRole('button', { name: /^Send again in/ })).toBeDisabled();
  await expectAccessible(page);

  const link = await linkFromOutbox(page.request, mia.email, SUBJECT);
  const phone = await (await browser.newContext()).newPage();
  const requested: string[] = [];
  phone.on('request', (request) => requested.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await phone.goto(link);
  await expect(heading(phone, 'Confirm your subscription')).toBeVisible();
  expect(phone.url()).not.toMatch(/token|email|@|%40/);
  expect(requested.slice(1).filter((one) => /token=|@|%40/.test(one))).toEqual([]);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Confirm subscription' }).dblclick();
  await expect(heading(phone, 'Your subscription is confirmed')).toBeVisible();
  await expectAccessible(phone);
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(heading(phone, 'Your subscription is confirmed')).toBeVisible();

  // A signed-in customer stays signed in.
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await page.getByRole('link', { name: 'Change newsletter settings' }).click();
  await expect(heading(page, 'Newsletter')).toBeVisible();
  await expect(page.getByText(`We send the newsletter to ${mia.email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/^Paused until /)).toBeVisible();
  await page.getByRole('button', { name: 'Resume now' }).click();
  await expect(page.getByText('Stop the newsletter for a while.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Offers' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your choice is saved.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/settings');
  await expect(group).toContainText('Ideas for photos · Offers');
  await page.goto('/settings/newsletter');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Offers' })).not.toBeChecked();
});

test('an invalid link says so, and retrying mails a new one to a pending subscriber [RTE-47, SUB-05, SUB-06, SUB-07, IDN-28]', async ({
  page,
  browser,
}) => {
  const mia = await registerIn(page);
  await page.goto('/settings/newsletter');
  await page.getByRole('checkbox', { name: 'Offers' }).check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const link = new URL(await linkFromOutbox(page.request, mia.email, SUBJECT));
  link.searchParams.set('confirmation-token', 'x'.repeat(43));
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link.href);
  await phone.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(heading(phone, 'Your subscription failed')).toBeVisible();
  await expect(phone.getByText(/^Something went wrong with the subscription/)).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(phone, 'Check your inbox')).toBeVisible();
  await expectAccessible(phone);

  const lost = await (await browser.newContext()).newPage();
  await lost.goto('/subscription-confirmation');
  await expect(heading(lost, 'Your subscription failed')).toBeVisible();
  await lost.getByRole('button', { name: 'Try again' }).click();
  await expect(lost.getByLabel(/e-?mail/i)).toBeVisible();
});

test('an issue reaches its subscribers, who unsubscribe in their mail program or on the page [IDN-28, SUB-02]', async ({
  page,
  browser,
}) => {
  const mia = await registerIn(page);
  await page.goto('/settings/newsletter');
  await page.getByRole('checkbox', { name: 'New products' }).check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.goto(await linkFromOutbox(page.request, mia.email, SUBJECT));
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(heading(page, 'Your subscription is confirmed')).toBeVisible();

  const subject = `News for ${mia.email.slice(0, 12)}`;
  expect(await sendIssue(subject)).toContain('is being sent by jobs.');
  const mail = await mailFromOutbox(page, mia.email, subject);
  expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const url = /^<(\S+)>$/.exec(mail.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
  expect(mail.text).toContain(url);

  const reader = await (await browser.newContext()).newPage();
  await reader.goto(url);
  await expect(heading(reader, 'Unsubscribe from the newsletter')).toBeVisible();
  expect(reader.url()).not.toContain('token');
  await expectAccessible(reader);
  await page.goto('/settings/newsletter');
  await expect(page.getByText(`We send the newsletter to ${mia.email}.`)).toBeVisible();

  // One-click unsubscribing as sent by a mail program: no cookie, no redirect.
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const oneClick = await fetch(url, { method: 'POST', body, redirect: 'error' });
  expect(oneClick.status).toBe(204);
  await page.goto('/settings/newsletter');
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  await reader.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(heading(reader, 'You have unsubscribed')).toBeVisible();
  await expectAccessible(reader);
});

type OutboxMail = { recipient: string; subject: string; text: string; headers: Record<string, string> };

/** Waits for a mail with this subject. */
async function mailFromOutbox(page: Page, recipient: string, subject: string): Promise<OutboxMail> {
  let found: OutboxMail | undefined;
  await expect
    .poll(async () => {
      const { mails } = (await (await page.request.get('/outbox.json')).json()) as { mails: OutboxMail[] };
      found = mails.find((mail) => mail.recipient === recipient && mail.subject === subject);
      return found;
    })
    .toBeTruthy();
  return found as OutboxMail;
}

/** Sends an issue as an operator does, beside the running server; returns the command's output. */
async function sendIssue(subject: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'issue-'));
  const file = path.join(folder, 'issue.json');
  await writeFile(file, JSON.stringify({ 'en-GB': { subject, text: 'A new book is here.' } }));
  const command = path.join(import.meta.dirname, '../apps/server/src/cli/main.ts');
  const options = ['--topic', 'news', '--channel', 'pennyfern', '--send'];
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, 'send-newsletter', file, ...options],
    {
      env,
    },
  );
  await rm(folder, { recursive: true });
  return stdout;
}
