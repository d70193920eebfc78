import { expect, type Page, request, test } from '@playwright/test';
import { startSecondProvider } from '../apps/server/src/testing/second-provider.ts';
import { linkFromOutbox } from './outbox.ts';
import { createOwnServer } from './own-server.ts';
import { uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';

/** The five brands with a provider that knows nothing about Keepsake and uses its own claim names. */
let provider: Awaited<ReturnType<typeof startSecondProvider>>;
let server: Awaited<ReturnType<typeof createOwnServer>>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await createOwnServer(async (appUrl) => {
    const brandOrigins = ['bildersonn', 'kiekhof'].map((id) => atBrand(appUrl, id));
    provider = await startSecondProvider({ appUrl, brandOrigins, inAccessToken: ['sid'] });
    return {
      ...provider.settings,
      DEMO: 'off',
      OIDC_CLAIMS: JSON.stringify({
        channel: { claim: 'https://shop.example/brand', values: { AT: 'bildersonn', NL: 'kiekhof' } },
        email: 'mail',
        verified: { claim: 'mail_state', values: { confirmed: true } },
        name: 'display_name',
      }),
      OIDC_ACCOUNT_PAGES: JSON.stringify({
        password: 'https://id.shop.example/password',
        email: 'https://id.shop.example/address',
      }),
    };
  });
  await server.start();
});
test.afterAll(async () => {
  await server.remove();
  await provider.stop();
});
test.afterEach(() => {
  provider.setAway(false);
  provider.change({ audience: 'https://api.shop.example', hasRefreshTokens: true, accessTokenSeconds: 600 });
});

const atBrand = (url: string, id: string) => url.replace('localhost', `${id}.localhost`);
const PHOTOS = '/my-photos/photos';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const person = (brand: string, rest: object = {}) => ({
  'https://shop.example/brand': brand,
  mail: 'anna@example.com',
  mail_state: 'confirmed',
  display_name: 'Anna Holm',
  ...rest,
});

/** Signs in on the provider's own pages. */
async function signIn(page: Page, sub: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(sub);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs out on the provider's own pages. */
const signOutThere = (page: Page) => page.getByRole('button', { name: 'Yes, sign me out' }).click();

test('customers of the provider sign in to their brand, and sign-outs there are noticed [IDN-01, IDN-02, IDN-04, CFG-07, COK-04, COK-05]', async ({
  page,
  context,
}) => {
  const brand = atBrand(server.url, 'bildersonn');
  const forgetful = await context.newPage();
  await forgetful.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await forgetful.goto(brand + PHOTOS);
  await expect(forgetful.getByText('Bitte aktivieren Sie Websitedaten und Cookies')).toBeVisible();
  expect(forgetful.url()).toBe(brand + PHOTOS);
  await forgetful.close();

  provider.describe('anna', person('AT'));
  await page.goto(brand + PHOTOS);
  await signIn(page, 'anna');
  await expect(heading(page, 'Meine Fotos')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-AT');
  await page.getByRole('link', { name: 'Einstellungen', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Anna Holm');
  await page.getByRole('link', { name: 'E-Mail-Adresse ändern' }).click();
  await expect(page.getByRole('link', { name: 'Passwort ändern' })).toHaveAttribute(
    'href',
    'https://id.shop.example/password',
  );
  await page.screenshot({ path: test.info().outputPath('account-pages.png') });

  await page.goto(`${brand}/logout`);
  await signOutThere(page);
  await expect(heading(page, 'Sie sind abgemeldet')).toBeVisible();
  provider.describe('anna', person('NL', { display_name: 'Anna Berg', mail: 'berg@example.com' }));
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await signIn(page, 'anna');
  await page.getByRole('link', { name: 'Einstellungen', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Anna Berg');
  await expect(page.getByRole('main')).toContainText('berg@example.com');

  const other = await context.newPage();
  await other.goto(`${provider.issuer}/session/end`);
  await signOutThere(other);
  await expect(page.getByRole('dialog', { name: 'Melden Sie sich an, um fortzufahren' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('ended.png') });
});

test('a browser that blocks the provider’s cookies in frames is told apart from a provider that is down [IDN-03]', async ({
  page,
}) => {
  provider.change({ hasRefreshTokens: false });
  provider.describe('mia', person('UK', { mail: 'mia@example.com' }));
  await page.clock.install();
  await page.goto(server.url + PHOTOS);
  await signIn(page, 'mia');
  await expect(heading(page, 'My photos')).toBeVisible();
  await page.clock.fastForward('10:00');
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
  await expect(dialog).toContainText(
    'Your browser is stopping the sign-in service from keeping you signed in',
  );
  await page.screenshot({ path: test.info().outputPath('frame-refused.png') });

  provider.setAway(true);
  const requested = page.waitForRequest(/prompt=none/);
  await page.reload();
  await requested;
  await expect(page.getByLabel('Loading')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.clock.fastForward('00:20');
  const main = page.getByRole('main');
  await expect(main).toContainText('We cannot reach the sign-in service right now');
  await page.screenshot({ path: test.info().outputPath('away.png') });
  provider.setAway(false);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'My photos')).toBeVisible();
});

test('tokens the server cannot accept lead to a page with a reference, and a line in the log', async ({
  page,
}) => {
  provider.change({ audience: 'https://other.shop.example' });
  provider.describe('noah', person('UK', { mail: 'noah@example.com' }));
  await page.goto(server.url + PHOTOS);
  await signIn(page, 'noah');
  const main = page.getByRole('main');
  await expect(main).toContainText(
    'You are signed in, but this sign-in does not give you access to your account',
  );
  await expect(main).toContainText(/Reference: [0-9a-f]{8}/);
  expect(server.saying().match(/"cause":"TOKEN_AUDIENCE"/g)).toHaveLength(1);
});

test('without an address the bell announces an export; deleting the account ends the provider’s session [IDN-16, IDN-19]', async ({
  page,
}) => {
  const nameless = person('UK', { mail: undefined });
  const { tokens } = await provider.signIn('lena', nameless);
  const asking = await request.newContext({ baseURL: server.url });
  const authorization = `Bearer ${tokens.access_token}`;
  await uploadPhotos({ asking, authorization }, await readPictures(['camera-reflex.jpg']));
  await page.goto(server.url + PHOTOS);
  await signIn(page, 'lena');
  await page.getByRole('button', { name: 'Export photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export photos' });
  await expect(dialog).toContainText('We do not have your email address');
  await dialog.getByRole('button', { name: 'Create export' }).click();
  await expect(dialog).toContainText('check the bell at the top of the page');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  await page.getByRole('link', { name: /Your photo export is ready/ }).click();
  await expect(page.getByRole('heading', { name: 'Your export is ready to download' })).toBeVisible();
  await page.goto(`${server.url}/settings/delete-account`);
  await expect(page.getByRole('link', { name: 'Add or confirm it where you sign in' })).toHaveAttribute(
    'href',
    'https://id.shop.example/address',
  );

  provider.describe('lena', { ...nameless, mail: 'lena@example.com' });
  await page.goto(`${server.url}/logout`);
  await signOutThere(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signIn(page, 'lena');
  await page.goto(`${server.url}/settings/delete-account`);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await page.goto(await linkFromOutbox(asking, 'lena@example.com', /delete/));
  await page.getByRole('button', { name: 'Delete account' }).click();
  await signOutThere(page);
  await expect(heading(page, 'Your account has been successfully deleted')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('deleted.png') });
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
});
