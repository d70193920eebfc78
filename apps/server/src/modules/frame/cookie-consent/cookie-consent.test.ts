import { CONSENT_COOKIE, CONSENT_DAYS, readConsent } from '@keepsake/contracts/frame/cookie-consent';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld } from '../../../testing/start-world.ts';
import { allowedScriptsFor, type ConsentScripts } from './consent-request.ts';
import { type CookieConsent, createCookieConsent } from './index.ts';

const ANALYTICS = 'https://stats.example/a.js?v=3';
const MARKETING = 'https://ads.example/tag.js';
const consentScripts: ConsentScripts = {
  '*': { analytics: { script: ANALYTICS, origins: ['https://collect.stats.example'] } },
  bildersonn: {
    analytics: { script: ANALYTICS, origins: [] },
    marketing: { script: MARKETING, origins: [] },
  },
  stundbo: {},
};

let world: Awaited<ReturnType<typeof start>>;
const start = () =>
  startWorld({
    modules: ({ db, clock }) => [
      createCookieConsent({ db, clock, config: { consentScripts, publicUrl: 'https://photos.example' } }),
    ],
  });
let consent: CookieConsent;
beforeAll(async () => {
  world = await start();
  [consent] = world.modules as unknown as [CookieConsent];
});
afterAll(async () => world.stop());

const choose = (body: object, { channel = 'bildersonn', cookie = '' } = {}) =>
  fetch(`${world.address}/api/cookie-consent?channel=${channel}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
const advance = (ms: number) => (world.clock.now = new Date(world.clock.now.getTime() + ms));
const rows = () => world.db.selectFrom('cookie_consents').selectAll().orderBy('chosen_at').execute();

describe('a choice about cookies', () => {
  test('is stored as two characters, analytics first, with its proof [COK-01, COK-02, COK-03]', async () => {
    const requested = consent.consentRequestFor('bildersonn');
    const revision = requested?.revision ?? '';
    const answer = await choose({ code: '10', revision });
    expect(answer.status).toBe(204);
    const given = readConsent(cookieOf(answer), revision, world.clock.now);
    expect(given).toMatchObject({ code: '10', isValid: true, chosenAt: world.clock.now });
    expect(answer.headers.get('set-cookie')).toMatch(/; Path=\/; Max-Age=15724800; SameSite=Lax; Secure$/);
    expect(await rows()).toEqual([
      {
        id: given?.id,
        chosen_at: world.clock.now,
        code: '10',
        channel: 'bildersonn',
        text_version: 1,
        locale: 'de-AT',
        scripts: { analytics: ANALYTICS, marketing: MARKETING },
      },
    ]);
    // The same browser withdraws: both are recorded under one number.
    advance(DAY_MS);
    await choose({ code: '00', revision }, { cookie: cookieOf(answer) });
    expect((await rows()).map(({ id, code }) => [id, code])).toEqual([
      [given?.id, '10'],
      [given?.id, '00'],
    ]);
  });

  test('is refused if it is invalid, or for another revision [COK-01]', async () => {
    const revision = consent.consentRequestFor('bildersonn')?.revision ?? '';
    for (const code of ['', '1', '2', '111', 'ab', 10, null]) {
      expect((await choose({ code, revision })).status, `${code}`).toBe(400);
    }
    expect((await choose({ code: '11', revision: 'older' })).status).toBe(409);
    expect((await choose({ code: '11', revision }, { channel: 'stundbo' })).status).toBe(409);
  });

  test('does not consent to scripts that the brand does not have [COK-03]', async () => {
    const revision = consent.consentRequestFor('cliclune')?.revision ?? '';
    const answer = await choose({ code: '11', revision }, { channel: 'cliclune' });
    expect(cookieOf(answer)).toContain(`${CONSENT_COOKIE}=10.`);
  });

  test('is asked for per brand: its own setting, the general one, or not at all', () => {
    expect(consent.consentRequestFor('cliclune')?.scripts).toEqual({ analytics: ANALYTICS });
    expect(consent.consentRequestFor('stundbo')).toBeNull();
    expect(consent.consentRequestFor('cliclune')?.revision).not.toBe(
      consent.consentRequestFor('kiekhof')?.revision,
    );
  });

  test('is deleted three years later', async () => {
    advance(3 * 365 * DAY_MS);
    await choose(
      { code: '11', revision: consent.consentRequestFor('cliclune')?.revision },
      { channel: 'cliclune' },
    );
    advance(DAY_MS);
    await world.run('forget-expired');
    expect((await rows()).map(({ code }) => code)).toEqual(['10']);
  });
});

describe('what a page may load', () => {
  const now = new Date('2026-06-15T10:00:00Z');
  const requested = () => consent.consentRequestFor('bildersonn')?.revision ?? '';
  const opened = (cookies: string, channel = 'bildersonn') =>
    allowedScriptsFor(consentScripts, { channel, cookies, now }).scripts;
  const cookie = (code: string, { revision = requested(), daysAgo = 0 } = {}) => {
    const second = Math.floor(now.getTime() / 1_000) - daysAgo * 86_400;
    return `a=b; ${CONSENT_COOKIE}=${code}.${revision}.${second}.0197f1a0-0000-7000-8000-000000000001; c=d`;
  };

  test.each([
    ['00', []],
    ['10', ['https://stats.example/a.js']],
    ['01', [MARKETING]],
    ['11', ['https://stats.example/a.js', MARKETING]],
  ])('is what the code %s allows [COK-02, COK-03]', (code, scripts) => {
    expect(opened(cookie(code))).toEqual(scripts);
  });

  test('is open while there is no valid choice, so that a consent takes effect at once', () => {
    const all = ['https://stats.example/a.js', MARKETING];
    expect(opened('')).toEqual(all);
    expect(opened(cookie('00', { daysAgo: CONSENT_DAYS }))).toEqual(all);
    expect(opened(cookie('00', { daysAgo: CONSENT_DAYS - 1 }))).toEqual([]);
    expect(opened(cookie('00', { revision: 'other' }))).toEqual(all);
    expect(opened('', 'stundbo')).toEqual([]);
  });
});
