import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type APIRequestContext, expect, type Page, request } from '@playwright/test';
import { authorizationOf, fromAnywhere, registerByForms } from './account-by-forms.ts';

export const ANNA = { email: 'anna@example.com', password: 'demo-anna-2026', name: 'Anna Berger' };
export const NOAH = { email: 'noah@example.com', password: 'demo-noah-2026', name: 'Noah Lind' };
export const STUDIO = { email: 'studio@example.com', password: 'demo-studio-2026', name: 'Studio Marlow' };
/** Demo customer whose storage ends in two months. */
export const MARA = { email: 'mara@example.com', password: 'demo-mara-2026', name: 'Mara Holm' };
/** Demo customer whose storage ends in days. */
export const OTTO = { email: 'otto@example.com', password: 'demo-otto-2026', name: 'Otto Brandt' };
/** Demo customer whose legacy uploads are imported at the first visit. */
export const LENA = { email: 'lena@example.com', password: 'demo-lena-2026', name: 'Lena Vogt' };

/** Fills in the sign-in page to which any page of the account area redirects. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Details of a new, unregistered customer. */
export const newCustomer = () => ({
  email: `mia.${randomUUID().slice(0, 8)}@example.com`,
  password: 'three tall poplars',
  name: 'Mia Holm',
});

/**
 * Registers a new customer through the provider's forms; returns their id and the headers for API calls. The request context is
 * signed in at the provider.
 */
export async function createCustomer(asking: APIRequestContext, { isBusiness = false } = {}) {
  const mia = newCustomer();
  const registered = await registerByForms(asking, mia);
  if (isBusiness) await keepsake('business', 'convert', mia.email);
  const authorization = await authorizationOf(asking, registered);
  const me = await asking.get('/api/customers/customers/me', { headers: { authorization } });
  const { customerId } = (await me.json()) as { customerId: CustomerId };
  return { ...mia, authorization, customerId };
}

const cli = path.resolve(import.meta.dirname, '../apps/server/src/cli/main.ts');

/** Runs an operator command beside the journeys' shared server; returns its output. */
export async function keepsake(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR };
  return (await promisify(execFile)(process.execPath, [cli, ...args], { env })).stdout;
}

/** Registers a new business customer in this page's browser, without any details of the firm. No page is open yet. */
export const registerBusinessIn = (page: Page) => createCustomer(page.request, { isBusiness: true });

/** Registers a new customer in this page's browser; no page is open yet. */
export const registerIn = (page: Page) => createCustomer(page.request);

/** Registers a new customer in this page's browser and opens their empty library. */
export async function registerAndOpen(page: Page) {
  const mia = await registerIn(page);
  await page.goto('/my-photos/photos');
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
  return mia;
}

/** Registers a new customer at the given server, outside of any browser. */
export async function createCustomerAt(baseURL: string) {
  const asking = await request.newContext({ baseURL });
  const mia = await createCustomer(asking);
  await asking.dispose();
  return mia;
}

/**
 * Registers on the pages, up to the mail, from a random network because one network may request only a few mails per hour.
 * First tries a weak password, which is refused.
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

/** An empty page in another browser of the same customer, in a window of the same size. */
export async function openOther(page: Page): Promise<Page> {
  const storageState = await page.context().storageState();
  const other = await page.context().browser()?.newContext({ storageState, viewport: page.viewportSize() });
  if (!other) throw new Error('The page has no browser');
  return other.newPage();
}
