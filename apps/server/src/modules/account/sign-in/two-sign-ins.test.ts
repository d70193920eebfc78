import { randomUUID } from 'node:crypto';
import { TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteRoutes } from '../../../testing/note-routes.ts';
import { readRowsWithText } from '../../../testing/rows-with-text.ts';
import { issueToken } from '../mailed-links/tokens.ts';
import { ENROL_PROMPT } from '../security/passkeys/relying-party.ts';
import type { Browser, Page } from './browser.fixture.ts';
import { PASSWORD, signIn, startIdentity, startSignIn, type TestIdentity } from './identity.fixture.ts';

/**
 * Walks every page and endpoint of the provider, from a browser that knows another customer's sign-in id, address or ID token.
 * Also checks that the first customer's own browser gets different answers, or the walk would prove nothing.
 */
let identity: TestIdentity;
let pages: string[];
const ANNA = 'anna@example.com';

beforeAll(async () => {
  const [started, routes] = await noteRoutes(() => startIdentity({ host: 'localhost' }));
  identity = started;
  pages = routes.map(({ name }) => name).filter((route) => /^(GET|POST) \/identity\/(?!assets)/.test(route));
  for (const email of [ANNA, 'mia@example.com']) await identity.addAccount(email);
});
afterAll(() => identity.stop());

/** Begins a sign-in; returns the browser and the sign-in's id, which is in its address. */
async function begin(): Promise<{ browser: Browser; uid: string }> {
  const browser = identity.openBrowser();
  const page = await browser.open((await startSignIn(identity)).url);
  return { browser, uid: page.url.split('/').at(-1) ?? '' };
}

/** The same for the page that creates a passkey, which requires a sign-in. */
async function beginEnrolment(email: string): Promise<{ browser: Browser; uid: string }> {
  const browser = identity.openBrowser();
  await signIn(identity, browser, email);
  const page = await browser.open((await startSignIn(identity, { prompt: ENROL_PROMPT })).url);
  return { browser, uid: page.url.split('/').at(-2) ?? '' };
}

type Existing = { uid: string; email: string; token: string };

function ask(browser: Browser, route: string, { uid, email, token }: Existing): Promise<Page> {
  const [method, pattern = ''] = route.split(' ');
  const address = pattern.replace(':uid', uid);
  if (method === 'GET') return browser.open(`${address}?${TOKEN_PARAMETER}=${token}`);
  const fields = { email, name: 'Anna', password: PASSWORD, [TOKEN_PARAMETER]: token };
  return browser.post(address, fields);
}

/** The content of a page without the sent values, its challenge and the request's number. */
function shown({ status, url, text }: Page, existing: Existing): string {
  const sent = [existing.uid, existing.email, existing.token].filter((value) => value !== '');
  const hidden = [url, text].map((part) => sent.reduce((rest, value) => rest.replaceAll(value, '…'), part));
  return `${status} ${hidden.join(' ')}`
    .replace(/challenge&quot;:&quot;[\w-]+/g, '…')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '…');
}

/** The token of a link for this purpose, mailed to Anna in her sign-in. */
async function mailAnna(route: string, uid: string): Promise<string> {
  const purpose = route.split('/').at(-1) ?? '';
  if (purpose !== 'confirm-email' && purpose !== 'reset-password') return '';
  const pepper = await identity.secrets.read('identity-pepper');
  const isReset = purpose === 'reset-password';
  const account = await identity.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', ANNA)
    .executeTakeFirst();
  const email = isReset ? ANNA : `${randomUUID()}@example.com`;
  const visit = { appOrigin: identity.publicUrl, channel: 'pennyfern', locale: 'en-GB' };
  const payload = { email, visit, interaction: uid, name: 'Anna', passwordHash: 'x' };
  const accountId = isReset ? (account?.id ?? null) : null;
  return issueToken(
    identity.db,
    pepper,
    { purpose, lifetimeSeconds: 600, email, accountId, payload },
    new Date(),
  );
}

test('a page for somebody else’s sign-in is the same as for an unknown one, and changes nothing', {
  timeout: 90_000,
}, async () => {
  expect(pages.length).toBeGreaterThan(10);
  for (const route of pages) {
    const isEnrolment = route.endsWith('/new-passkey');
    const [anna, noah] = isEnrolment
      ? [await beginEnrolment(ANNA), await beginEnrolment('mia@example.com')]
      : [await begin(), await begin()];
    const token = await mailAnna(route, anna.uid);
    const annas = { uid: anna.uid, email: ANNA, token };
    const before = await readRowsWithText(identity.db, anna.uid);
    const [foreign, unknown] = [
      { ...annas, token: 'a-token' },
      { uid: 'a-sign-in', email: 'nobody@example.com', token: 'a-token' },
    ];
    const answer = await ask(noah.browser, route, foreign);
    expect(shown(answer, foreign), route).toBe(shown(await ask(noah.browser, route, unknown), unknown));
    expect(await readRowsWithText(identity.db, anna.uid), route).toEqual(before);
    const own = await ask(anna.browser, route, annas);
    expect(shown(own, annas), `${route} is the same for both`).not.toBe(shown(answer, foreign));
  }
});

test('a form answers the same for somebody else’s address and one without an account', async () => {
  for (const route of pages.filter((page) => /^POST \S+:uid(\/register|\/forgotten-password)?$/.test(page))) {
    const answers: string[] = [];
    for (const email of [ANNA, 'nobody@example.com']) {
      const { browser, uid } = await begin();
      const existing = { uid, email, token: '' };
      // Registration and forgotten password always show the same page; a sign-in fails as with a wrong password.
      const path = route.slice('POST '.length).replace(':uid', uid);
      const page = await browser.post(path, { email, name: 'Noah', password: 'not the password at all' });
      answers.push(shown(page, existing));
    }
    expect(answers[0], route).toBe(answers[1]);
  }
});

/** The provider's endpoints, with the parameters of a browser that has another customer's ID token. */
const ENDPOINTS: Record<string, ((idToken: string) => Record<string, string>) | null> = {
  authorization_endpoint: (idToken) => ({ prompt: 'none', id_token_hint: idToken }),
  end_session_endpoint: (idToken) => ({ id_token_hint: idToken }),
  // It takes codes and refresh tokens, which only their owner has, and which sessions.test.ts covers.
  token_endpoint: null,
};

test('an ID token opens nothing in another browser', async () => {
  const { issuer } = identity;
  const document = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const offered = Object.keys(document).filter((name) => name.endsWith('_endpoint'));
  expect(offered.sort()).toEqual(Object.keys(ENDPOINTS).sort());

  const annas = identity.openBrowser();
  const anna = await signIn(identity, annas, ANNA);
  const mia = await signIn(identity, identity.openBrowser(), 'mia@example.com');
  const noahs = identity.openBrowser();
  const account = String(anna.tokens.claims()?.sub);
  for (const [name, parametersOf] of Object.entries(ENDPOINTS)) {
    if (!parametersOf) continue;
    const answerTo = async (browser: Browser, idToken = '') => {
      const url = new URL(
        name === 'authorization_endpoint' ? (await startSignIn(identity)).url : document[name],
      );
      for (const [key, value] of Object.entries(parametersOf(idToken))) url.searchParams.set(key, value);
      const page = await browser.open(url.href);
      const { pathname, searchParams } = new URL(page.url);
      const text = page.text.replaceAll(/(value|nonce|content)="[^"]*"|nonce-[\w-]+/g, '');
      return `${page.status} ${pathname} ${searchParams.get('error')} ${text}`;
    };
    const before = await readRowsWithText(identity.db, account);
    const foreign = await answerTo(noahs, anna.tokens.id_token);
    expect(foreign, name).toBe(await answerTo(noahs, mia.tokens.id_token));
    expect(foreign, name).not.toContain(ANNA);
    expect(await readRowsWithText(identity.db, account), name).toEqual(before);
    expect(await answerTo(annas, anna.tokens.id_token), name).not.toBe(foreign);
  }
});
