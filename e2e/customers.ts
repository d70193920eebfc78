import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export const ANNA = { email: 'anna@example.com', password: 'demo-anna-2026', name: 'Anna Berger' };
export const NOAH = { email: 'noah@example.com', password: 'demo-noah-2026', name: 'Noah Lind' };

/** Fills the sign-in page that any page of the account area leads to. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel(/e-mail/i).fill(email);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A customer nobody knows yet. */
export const newCustomer = () => ({
  email: `mia.${randomUUID().slice(0, 8)}@example.com`,
  password: 'three tall poplars',
  name: 'Mia Holm',
});

type OutboxMail = { id: string; recipient: string; subject: string; text: string };

/** Waits for a mail to that address in the outbox and gives the first link in it. */
export async function linkFromOutbox(page: Page, recipient: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const { mails } = (await (await page.request.get('/outbox.json')).json()) as { mails: OutboxMail[] };
      link = mails.find((mail) => mail.recipient === recipient)?.text.match(/https?:\/\/\S+/)?.[0];
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}
