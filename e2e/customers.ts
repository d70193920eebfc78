import { randomBytes, randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';

export const ANNA = { email: 'anna@example.com', password: 'demo-anna-2026', name: 'Anna Berger' };
export const NOAH = { email: 'noah@example.com', password: 'demo-noah-2026', name: 'Noah Lind' };
export const STUDIO = { email: 'studio@example.com', password: 'demo-studio-2026', name: 'Studio Marlow' };
/** Whose storage ends in two months. */
export const MARA = { email: 'mara@example.com', password: 'demo-mara-2026', name: 'Mara Holm' };
/** Whose storage ends in days. */
export const OTTO = { email: 'otto@example.com', password: 'demo-otto-2026', name: 'Otto Brandt' };
/** Whose earlier photographs come in at the first visit. */
export const LENA = { email: 'lena@example.com', password: 'demo-lena-2026', name: 'Lena Vogt' };

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
export async function linkFromOutbox(page: Page, recipient: string, subject = /./): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const { mails } = (await (await page.request.get('/outbox.json')).json()) as { mails: OutboxMail[] };
      link = mails
        .find((mail) => mail.recipient === recipient && subject.test(mail.subject))
        ?.text.match(/https?:\/\/\S+/)?.[0];
      return link;
    })
    .toBeTruthy();
  return link ?? '';
}

/** Registers a customer by way of the pages and the outbox, and opens the empty library. */
export async function registerAndOpen(page: Page) {
  const mia = newCustomer();
  await register(page, mia);
  await page.goto(await linkFromOutbox(page, mia.email));
  await page.getByRole('button').first().click();
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
  return mia;
}

/** A new customer at a Keepsake of a journey's own, which need not load the demo for one: the token and the id of theirs. */
export async function registerAt(browser: Browser, baseURL: string) {
  const page = await browser.newPage({ baseURL });
  const authorized = page.waitForRequest((request) => request.headers().authorization !== undefined);
  const mia = await registerAndOpen(page);
  const authorization = (await authorized).headers().authorization ?? '';
  const me = await page.request.get('/api/customers/customers/me', { headers: { authorization } });
  const { customerId } = (await me.json()) as { customerId: string };
  await page.close();
  return { ...mia, authorization, customerId };
}

/**
 * Registers by way of the pages, up to the mail, from a network of the customer's own: one network may ask for few mails
 * an hour.
 */
export async function register(page: Page, mia: ReturnType<typeof newCustomer>): Promise<void> {
  const [one, two, three] = randomBytes(3);
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${one}.${two}.${three}` });
  await page.goto('/my-photos/photos');
  await page.getByRole('link', { name: /create an account|register/i }).click();
  await page.getByLabel(/name/i).first().fill(mia.name);
  await page.getByLabel(/e-mail/i).fill(mia.email);
  await page.getByLabel(/^password/i).fill(mia.password);
  await page.getByRole('button', { name: /create/i }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.setExtraHTTPHeaders({});
}
