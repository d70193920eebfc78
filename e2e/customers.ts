import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { authorizationOf, fromAnywhere, registerByForms } from './account-by-forms.ts';

export const ANNA = { email: 'anna@example.com', password: 'demo-anna-2026', name: 'Anna Berger' };
export const NOAH = { email: 'noah@example.com', password: 'demo-noah-2026', name: 'Noah Lind' };
export const STUDIO = { email: 'studio@example.com', password: 'demo-studio-2026', name: 'Studio Marlow' };
/** Whose storage ends in two months. */
export const MARA = { email: 'mara@example.com', password: 'demo-mara-2026', name: 'Mara Holm' };
/** Whose storage ends in days. */
export const OTTO = { email: 'otto@example.com', password: 'demo-otto-2026', name: 'Otto Brandt' };
/** Whose earlier photos come in at the first visit. */
export const LENA = { email: 'lena@example.com', password: 'demo-lena-2026', name: 'Lena Vogt' };

/** Fills the sign-in page that any page of the account area leads to. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A customer nobody knows yet. */
export const newCustomer = () => ({
  email: `mia.${randomUUID().slice(0, 8)}@example.com`,
  password: 'three tall poplars',
  name: 'Mia Holm',
});

/**
 * A new customer, registered by the provider's forms: with the id, and with what calls of the API carry for them. The
 * browser of these requests is signed in at the provider.
 */
export async function createCustomer(asking: APIRequestContext, { isBusiness = false } = {}) {
  const mia = newCustomer();
  const registered = await registerByForms(asking, mia);
  if (isBusiness) await keepsake('business', 'convert', mia.email);
  const authorization = await authorizationOf(asking, registered);
  const me = await asking.get('/api/customers/customers/me', { headers: { authorization } });
  const { customerId } = (await me.json()) as { customerId: string };
  return { ...mia, authorization, customerId };
}

const cli = path.resolve(import.meta.dirname, '../apps/server/src/cli/main.ts');

/** Has the operator call a command beside the server that all journeys share; gives what it says. */
export async function keepsake(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR };
  return (await promisify(execFile)(process.execPath, [cli, ...args], { env })).stdout;
}

/** A new business customer whose browser this is: one that has said nothing of the firm yet. No page is open yet. */
export const registerBusinessIn = (page: Page) => createCustomer(page.request, { isBusiness: true });

/** A new customer whose browser this is; no page is open yet. */
export const registerIn = (page: Page) => createCustomer(page.request);

/** A new customer whose browser this is, in the empty library. */
export async function registerAndOpen(page: Page) {
  const mia = await registerIn(page);
  await page.goto('/my-photos/photos');
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
  return mia;
}

/** A new customer whom no browser knows, at this Keepsake. */
export async function createCustomerAt(baseURL: string) {
  const asking = await request.newContext({ baseURL });
  const mia = await createCustomer(asking);
  await asking.dispose();
  return mia;
}

/**
 * Registers by way of the pages, up to the mail, from a network of the customer's own: one network may ask for few mails
 * an hour. A weak password is refused first.
 */
export async function register(
  page: Page,
  mia: ReturnType<typeof newCustomer>,
  { weakPassword }: { weakPassword?: string } = {},
): Promise<void> {
  await page.setExtraHTTPHeaders(fromAnywhere());
  await page.goto('/my-photos/photos');
  await page.getByRole('link', { name: /create an account|register/i }).click();
  await page.getByLabel(/name/i).first().fill(mia.name);
  await page.getByLabel(/e-?mail/i).fill(mia.email);
  const password = page.getByLabel(/^password/i);
  const send = page.getByRole('button', { name: /create/i });
  if (weakPassword) {
    await password.fill(weakPassword);
    await send.click();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
  }
  await password.fill(mia.password);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.setExtraHTTPHeaders({});
}
