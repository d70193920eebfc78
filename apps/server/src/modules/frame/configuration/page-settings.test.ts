import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pageSettings } from '@keepsake/contracts/frame/configuration';
import { PAGE_SETTINGS_ID } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '../../../platform/http/create-server.ts';
import { mountPasswordPage, serveWeb } from '../../../platform/http/serve-web.ts';
import { createConfiguration, describePage } from './index.ts';

const EVIL = '/editor?</script><script>alert(1)</script>';
const PAGE =
  '<!doctype html><html lang="en-GB"><head><title>Keepsake</title></head><body><!--logo--></body></html>';
const policySources = { connectOrigins: [], secureTransport: false };
let http: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-pages-'));
  for (const file of ['index', 'phone', 'silent-renew']) await writeFile(`${folder}/${file}.html`, PAGE);
  const log = pino({ level: 'silent' });
  http = await createServer({ log, trustProxy: null, policySources, requestsPerMinute: 1_000 });
  const { mount, settingsFor } = createConfiguration({
    settings: {
      featureFlags: {},
      services: {},
      uploadUrl: null,
      editorUrl: EVIL,
      errorReportingUrl: null,
    },
    identityFor: (origin) => {
      const renewal = origin === 'http://localhost:3000' ? 'session' : 'refresh';
      return { authority: 'http://localhost:3000/oidc', clientId: 'web', scope: 'openid', renewal };
    },
    consentRequestFor: (channel) => (channel === 'stundbo' ? { revision: 'a1', scripts: {} } : null),
  });
  await mount?.(http);
  mountPasswordPage(http, '/settings/security');
  await serveWeb(http, {
    folder,
    publicUrl: 'http://localhost:3000',
    policySources,
    settingsFor,
    describePage,
    scriptsFor: () => ({ scripts: [], origins: [] }),
  });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

const ask = (host: string, url: string) => http.inject({ url, headers: { host } });
const element = new RegExp(`<script type="application/json" id="${PAGE_SETTINGS_ID}">(.*?)</script>`);
const settingsIn = (page: string) => pageSettings.parse(JSON.parse(element.exec(page)?.[1] ?? ''));

test('password managers find the page for a new password, and nothing else below .well-known', async () => {
  const found = await ask('localhost:3000', '/.well-known/change-password');
  expect([found.statusCode, found.headers.location]).toEqual([302, '/settings/security']);
  const missing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await ask('localhost:3000', missing)).statusCode).toBe(404);
});

test.each([
  ['localhost:3000', '', 'pennyfern', 'session'],
  ['stundbo.localhost:3000', '', 'stundbo', 'refresh'],
  ['www.kiekhof.example', '', 'kiekhof', 'refresh'],
  ['kiekhof.localhost:3000', '?channel=cliclune', 'cliclune', 'refresh'],
  ['localhost:3000', '?channel=nobody', 'pennyfern', 'session'],
])(
  'a page of %s%s contains what the calls answer there [CFG-01, CFG-03, CFG-07]',
  async (host, query, id, renewal) => {
    for (const path of ['/', '/my-photos/photos', '/signed-in', '/phone']) {
      const answer = await ask(host, path + query);
      const { configuration, channel } = settingsIn(answer.body);
      expect(configuration).toEqual((await ask(host, `/config.json${query}`)).json());
      expect(channel).toEqual((await ask(host, `/channels/${configuration.channel}.json`)).json());
      expect([channel.id, configuration.identity.renewal]).toEqual([id, renewal]);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  },
);

test('a page comes with the logo of its brand, for light and for dark, and says which brand that is', async () => {
  const { body } = await ask('www.kiekhof.example', '/');
  expect(/<html[^>]*>/.exec(body)?.[0]).toContain(' data-channel="kiekhof"');
  const { logoUrl, logoDarkUrl } = settingsIn(body).channel;
  expect(body).toContain(`<img src="${logoUrl}"`);
  expect(body).toContain(`<source srcset="${logoDarkUrl}" media="(prefers-color-scheme: dark)"`);
});

test.each([
  ['localhost', 'Your account at Pennyfern: keep and share your photos'],
  ['www.kiekhof.example', 'Je account bij Kiekhof: bewaar en deel je foto’s'],
  ['stundbo.localhost', 'Ditt konto hos Stundbo: spara och dela dina foton'],
])('a page of %s describes itself with the name and in the language of its brand', async (host, words) => {
  for (const path of ['/', '/orders', '/phone'])
    expect((await ask(host, path)).body).toContain(`<meta name="description" content="${words}`);
});

test('values of settings and addresses cannot run as code in a page', async () => {
  const { body, headers } = await ask('</script><script>.localhost:3000', `/?channel=${EVIL}`);
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(settingsIn(body).configuration.editorUrl).toBe(EVIL);
  expect(headers['content-security-policy']).toContain("script-src 'self';");
});

test('sends texts as small as a browser accepts, and not again while they are unchanged [CFG-02]', async () => {
  const requested = (headers: Record<string, string>) => http.inject({ url: '/locales/de-AT.json', headers });
  const plain = await requested({});
  const small = await requested({ 'accept-encoding': 'gzip, deflate, br' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
  expect(plain.json().library.title).toBe('Meine Fotos');
  const zipped = await requested({ 'accept-encoding': 'gzip, br;q=0' });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  const repeated = await requested({ 'accept-encoding': 'br', 'if-none-match': String(small.headers.etag) });
  expect([repeated.statusCode, repeated.body]).toEqual([304, '']);
  const other = await http.inject({
    url: '/locales/fr-FR.json',
    headers: { 'if-none-match': String(small.headers.etag) },
  });
  expect(other.statusCode).toBe(200);
});
