// @vitest-environment happy-dom
import { PAGE_SETTINGS_ID } from '@keepsake/contracts/platform/start-of-page';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from './load-configuration.ts';
import { channel, configuration } from './screens.fixture.tsx';
import { startSession } from './start-session.ts';

const ORIGIN = 'http://localhost:3000';
const metadata = {
  issuer: `${ORIGIN}/oidc`,
  authorization_endpoint: `${ORIGIN}/oidc/auth`,
  token_endpoint: `${ORIGIN}/oidc/token`,
};
const identity = { authority: '/oidc', clientId: 'web', scope: 'openid', renewal: 'session', metadata };
const requested: URL[] = [];
let answers: Record<string, () => Response> = {};

beforeEach(() => {
  requested.length = 0;
  window.location.href = `${ORIGIN}/my-photos/photos`;
  window.sessionStorage.clear();
  const element = Object.assign(document.createElement('script'), { type: 'application/json' });
  element.id = PAGE_SETTINGS_ID;
  element.textContent = JSON.stringify({ configuration: { ...configuration, identity }, channel });
  document.head.append(element);
  answers = { '/locales/en-GB.json': () => Response.json({}) };
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(new URL(url, ORIGIN));
    return answers[new URL(url, ORIGIN).pathname]?.() ?? Response.json({}, { status: 404 });
  });
});
afterEach(() => {
  document.getElementById(PAGE_SETTINGS_ID)?.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const questionOf = (path: string) => requested.find(({ pathname }) => pathname === path)?.searchParams;

test('a provider on our own host is immediately asked for the session, without a frame [IDN-03]', async () => {
  answers['/oidc/auth'] = () => {
    const answer = Response.json({});
    const { state } = Object.fromEntries(questionOf('/oidc/auth') ?? []);
    const url = `${ORIGIN}/silent-renew?error=login_required&state=${state}`;
    Object.defineProperties(answer, { redirected: { value: true }, url: { value: url } });
    return answer;
  };
  const started = startSession();
  await vi.waitFor(() => expect(started?.session.store.getState().status).toBe('signed-out'));
  expect(questionOf('/oidc/auth')?.get('prompt')).toBe('none');
  expect(questionOf('/oidc/auth')?.get('redirect_uri')).toBe(`${ORIGIN}/silent-renew`);
  expect(document.querySelector('iframe')).toBeNull();
});

test('a provider that answers with its own error gives no usable answer [IDN-03]', async () => {
  const started = startSession();
  await vi.waitFor(() => expect(started?.session.store.getState().status).toBe('unreachable'));
});

test('texts that were requested early and failed are requested again by the page [CFG-02]', async () => {
  answers = {};
  const started = startSession();
  await vi.waitFor(() => expect(requested.map(({ pathname }) => pathname)).toContain('/locales/en-GB.json'));
  answers = { '/locales/en-GB.json': () => Response.json({}) };
  await loadTexts(channel, started?.texts);
  expect(requested.filter(({ pathname }) => pathname === '/locales/en-GB.json')).toHaveLength(2);
});

test.each([
  ['for the page that finishes a sign-in', () => window.history.replaceState(null, '', '/signed-in?code=1')],
  [
    'for another channel than the page was made for',
    () => window.sessionStorage.setItem('keepsake.channel', 'x'),
  ],
  ['where no settings came with the page', () => document.getElementById(PAGE_SETTINGS_ID)?.remove()],
  [
    'where the settings of the page are none',
    () => {
      const element = document.getElementById(PAGE_SETTINGS_ID);
      if (element) element.textContent = '{';
    },
  ],
  [
    'where the browser keeps nothing',
    () =>
      vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      }),
  ],
])('nothing is started %s', (_where, arrange) => {
  arrange();
  expect(startSession()).toBeNull();
  expect(requested).toEqual([]);
});
