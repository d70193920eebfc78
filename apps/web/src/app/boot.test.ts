// @vitest-environment happy-dom
import { ERROR_REPORTS_PATH } from '@keepsake/contracts/frame/error-reports';
import { PAGE_SETTINGS_ID } from '@keepsake/contracts/platform/start-of-page';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { boot, bootStore } from './boot.ts';
import { requestedChannel } from './embedded-settings.ts';
import { channel } from './screens.fixture.tsx';

const embedded = { authority: '/oidc', clientId: 'web', scope: 'openid', renewal: 'session' };
const configuration = {
  services: {},
  identity: embedded,
  channel: 'pennyfern',
  channels: ['pennyfern'],
  languages: ['en-GB'],
  featureFlags: {},
  uploadUrl: null,
  editorUrl: null,
  errorReportingUrl: ERROR_REPORTS_PATH,
  consent: null,
};

/** Providers at which customers sign in. */
const PROVIDERS = [
  ['the embedded provider', embedded],
  [
    'a provider of the retailer’s own',
    {
      authority: 'https://id.example',
      clientId: 'photos',
      scope: 'openid offline_access',
      renewal: 'refresh',
      accountPages: { password: 'https://id.example/password' },
    },
  ],
] as const;

let answers: Record<string, unknown> = {};
const requested: string[] = [];

beforeEach(() => {
  requested.length = 0;
  window.location.href = 'http://localhost:3000/signed-in';
  answers = {
    '/config.json': configuration,
    '/channels/pennyfern.json': channel,
    '/locales/en-GB.json': { home: { title: 'Overview' } },
  };
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(String(url));
    return url in answers ? Response.json(answers[String(url)]) : Response.json({}, { status: 404 });
  });
  bootStore.setState({ status: 'NotRequested' }, true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.sessionStorage.clear();
});

test('configuration, channel and texts load in this order [API-01] [CFG-01] [CFG-02] [CFG-03] [CFG-04]', async () => {
  expect(bootStore.getState().status).toBe('NotRequested');
  const done = boot();
  expect(bootStore.getState().status).toBe('InProgress');
  await done;
  expect(bootStore.getState()).toMatchObject({ status: 'Finished', environment: { settings: { channel } } });
  expect(requested).toEqual(['/config.json', '/channels/pennyfern.json', '/locales/en-GB.json']);
  expect(i18next.t('home.title')).toBe('Overview');
  expect(document.documentElement.lang).toBe('en-GB');
});

describe('settings that came with the page', () => {
  beforeEach(() => {
    const element = Object.assign(document.createElement('script'), { type: 'application/json' });
    element.id = PAGE_SETTINGS_ID;
    element.textContent = JSON.stringify({ configuration, channel });
    document.head.append(element);
  });
  afterEach(() => document.getElementById(PAGE_SETTINGS_ID)?.remove());

  test('are not requested again [CFG-01] [CFG-03]', async () => {
    await boot();
    expect(bootStore.getState()).toMatchObject({
      status: 'Finished',
      environment: { settings: { channel } },
    });
    expect(requested).toEqual(['/locales/en-GB.json']);
  });

  test('are not used if the visit has asked for another channel before [CFG-03]', async () => {
    window.sessionStorage.setItem('keepsake.channel', 'stundbo');
    answers['/config.json?channel=stundbo'] = { ...configuration, channel: 'stundbo' };
    answers['/channels/stundbo.json'] = { ...channel, id: 'stundbo' };
    await boot();
    expect(requested.slice(0, 2)).toEqual(['/config.json?channel=stundbo', '/channels/stundbo.json']);
    expect(bootStore.getState()).toMatchObject({ environment: { settings: { channel: { id: 'stundbo' } } } });
  });
});

test.each(PROVIDERS)(
  'a failed configuration can be requested again, with %s [CFG-04]',
  async (_name, identity) => {
    const good = { ...answers, '/config.json': { ...configuration, identity } };
    answers = {};
    expect(bootStore.getState().status).toBe('NotRequested');
    const done = boot();
    expect(bootStore.getState().status).toBe('InProgress');
    await done;
    expect(bootStore.getState()).toMatchObject({ status: 'Failed', error: { status: 404 } });
    answers = good;
    await boot();
    expect(bootStore.getState()).toMatchObject({
      status: 'Finished',
      environment: { settings: { configuration: { identity } } },
    });
  },
);

test('a missing channel id stops the start [ERR-07]', async () => {
  answers['/config.json'] = { ...configuration, channel: '' };
  await boot();
  const { status, error } = bootStore.getState();
  expect(status).toBe('Failed');
  expect(error).toMatchObject({ message: 'Unable to extract channel ID!' });
});

test('the channel of the query applies for the whole visit [CFG-03]', () => {
  expect(requestedChannel('', window.sessionStorage)).toBeNull();
  expect(requestedChannel('?channel=stundbo', window.sessionStorage)).toBe('stundbo');
  expect(requestedChannel('?code=1', window.sessionStorage)).toBe('stundbo');
});

test.each(PROVIDERS)(
  'if the browser blocks storage there is no session with %s [COK-04]',
  async (_name, identity) => {
    answers['/config.json'] = { ...configuration, identity };
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await boot();
    expect(bootStore.getState()).toMatchObject({ status: 'Finished', environment: { account: null } });
    vi.restoreAllMocks();
  },
);
