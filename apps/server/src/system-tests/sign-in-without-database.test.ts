import { isDeepStrictEqual } from 'node:util';
import { buildEndSessionUrl } from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openBrowser, type Page } from '../modules/account/sign-in/browser.fixture.ts';
import { discover, PASSWORD, signIn, startSignIn } from '../modules/account/sign-in/identity.fixture.ts';
import { startDatabaseProxy } from '../platform/testing/fault-proxy.ts';
import { freePort } from '../testing/free-port.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** Steps of a sign-in that lose the database at each of their statements in turn: for one statement, or from then on. */
const EMAIL = 'anna@example.com';
/** More statements than any step has. */
const MOST_STATEMENTS = 40;

const ERROR = 50;
/** What a failed answer promises, such as a session that was not stored, is void. */
const RIGHT = { status: 503, retryAfter: '2', isPage: true, acts: false, lines: 1 };

type Line = { level: number; correlationId?: string };
const lines: Line[] = [];
let installation: Installation;
let provider: { issuer: string; publicUrl: string };
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;

beforeAll(async () => {
  const PORT = String(await freePort());
  const publicUrl = `http://127.0.0.1:${PORT}`;
  provider = { publicUrl, issuer: `${publicUrl}/oidc` };
  installation = await startInstallation({
    roles: ['web'],
    identity: 'embedded',
    env: { PORT, PUBLIC_URL: publicUrl },
    logTo: (line) => lines.push(JSON.parse(line)),
    async reachDatabase(url) {
      proxy = await startDatabaseProxy(url);
      return proxy.url;
    },
  });
  const account = { email: EMAIL, name: 'Anna', password: PASSWORD, channel: 'pennyfern' };
  await installation.nodes[0]?.identity?.createAccount({
    ...account,
    identityType: 'consumer',
    locale: 'en-GB',
  });
});
afterAll(async () => {
  await installation.stop();
  proxy.stop();
});

/** Somebody who is signed in, and the address of the next step. */
type Step = (browser: Browser) => Promise<string>;
const STEPS: Record<string, Step> = {
  'opens a sign-in again': async () => (await startSignIn(provider)).url,
  async 'comes back from the page of the sign-in'(browser) {
    browser.stopAtRedirects();
    const page = await openForm(browser);
    return (await browser.submit(page, { email: EMAIL, password: PASSWORD })).url;
  },
  'signs out': async () => buildEndSessionUrl(await discover(provider)).href,
};

/** The form of a sign-in that asks for the password once more. */
async function openForm(browser: Browser): Promise<Page> {
  const started = await browser.open((await startSignIn(provider, { prompt: 'login' })).url);
  return browser.open(started.url);
}

const LOST = { once: 1, 'from then on': Number.POSITIVE_INFINITY };
const cases = Object.entries(STEPS).flatMap(([step, nextOf]) =>
  Object.entries(LOST).map(([lost, times]) => [step, lost, { nextOf, times }] as const),
);

test.each(cases)(
  'whoever %s is told that the database is away, at whichever statement it is lost %s',
  async (_step, _lost, { nextOf, times }) => {
    const browser = openBrowser(provider.publicUrl);
    await signIn(provider, browser, EMAIL);
    const wrong: unknown[] = [];
    let notified = 0;
    let after = 0;
    for (let isLost = true; isLost && after < MOST_STATEMENTS; after++) {
      const next = await nextOf(browser);
      lines.length = 0;
      const away = proxy.fail({ fault: 'cut', times, after });
      const { status, headers, text } = await browser.open(next);
      isLost = away.failed() > 0;
      away.heal();
      // What is noted beside an answer may fail without it.
      if (status < 500) continue;
      notified++;
      const answer = {
        status,
        retryAfter: headers.get('retry-after'),
        isPage: text.includes('<h1>') && headers.has('content-security-policy'),
        acts: headers.has('location') || headers.has('set-cookie'),
        lines: lines.filter(({ level, correlationId }) => level >= ERROR && correlationId).length,
      };
      if (!isDeepStrictEqual(answer, RIGHT)) wrong.push({ after, ...answer });
    }
    expect(wrong).toEqual([]);
    expect(notified).toBeGreaterThan(1);
    expect(after).toBeLessThan(MOST_STATEMENTS);
  },
  120_000,
);
