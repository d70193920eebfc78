import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { channels, loadChannels } from '../modules/frame/channels/index.ts';
import { composeMail } from '../modules/frame/mails/index.ts';
import { openDatabase } from '../platform/database/database.ts';
import { addCustomer } from '../testing/customers.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** The brand of the walk-through in docs/operations/brands-and-texts.md, in a language that Keepsake does not include. */
const EXAMPLE = path.resolve(import.meta.dirname, '../../../../docs/examples/own-brand/channels.json');

let installation: Installation;
let stranded: CustomerId;
const lines: string[] = [];
beforeAll(async () => {
  await loadChannels(EXAMPLE);
  installation = await startInstallation({
    identity: 'embedded',
    logTo: (line) => lines.push(line),
    prepareDatabase: async (url) => {
      const { db, close } = openDatabase({
        url,
        maxConnections: 1,
        log: { error: () => undefined } as never,
      });
      stranded = await addCustomer(db, { channel: 'stundbo' });
      await close();
    },
  });
});
afterAll(async () => {
  await installation?.stop();
  await loadChannels(null);
});

const node = () => installation.nodes[0] as Installation['nodes'][number];
const ask = (url: string, host = 'lysholt.localhost') => node().http.inject({ url, headers: { host } });

test('the host of the retailer’s own brand has its configuration [CFG-01, CFG-03, CFG-07]', async () => {
  const configuration = (await ask('/config.json')).json();
  expect(configuration).toMatchObject({ channel: 'lysholt', channels: ['lysholt'] });
  expect(configuration.languages).toContain('da-DK');
  const channel = (await ask('/channels/lysholt.json')).json();
  expect(channel).toMatchObject({ country: 'DK', locale: 'da-DK', currency: 'DKK', storageMonths: 24 });
  expect(channel).not.toHaveProperty('legal');
  expect((await ask('/channels/pennyfern.json')).statusCode).toBe(404);
});

test('its pictures are served with headers that prevent scripts', async () => {
  const { logoUrl } = (await ask('/channels/lysholt.json')).json();
  const { statusCode, headers, body } = await ask(logoUrl);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toContain('immutable');
  expect(body).toMatch(/^<svg/);
  expect((await ask('/channels/lysholt/logo.svg')).headers['cache-control']).toBe('no-cache');
  for (const url of [
    '/channels/lysholt/logo.png',
    '/channels/lysholt/..%2fchannels.json',
    '/channels/gone/logo.svg',
  ])
    expect((await ask(url)).statusCode).toBe(404);
});

test('its texts are in its language, with its wording, and English where the language lacks one [CFG-02]', async () => {
  const { textsUrl } = (await ask('/channels/lysholt.json')).json();
  const own = (await ask(textsUrl)).json();
  expect(own.library).toMatchObject({ title: 'Mine fotos', empty: 'Her er plads til dine første fotos' });
  expect(own.vouchers.title).toBe((await ask('/locales/en-GB.json')).json().vouchers.title);
  expect(own.help.faq.sections).toBeInstanceOf(Array);
  expect((await ask('/locales/da-DK.json')).json().library.empty).toBe('Dit fotobibliotek er tomt');
  expect((await ask('/locales/pl-PL.json')).statusCode).toBe(404);
});

test('its sign-in has its language, colour and logo, and its mails come from its sender', async () => {
  const page = await ask('/identity/interaction/none?ui_locales=da-DK');
  expect(page.body).toContain('<html lang="da-DK" dir="ltr">');
  expect(page.body).toContain('/channels/lysholt/logo.svg?v=');
  const css = await ask('/identity/assets/identity.css?channel=lysholt');
  expect(css.body).toContain('--accent: #8a2f52');
  const [brand] = channels();
  const to = { email: 'anna@example.com', name: 'Anna', locale: 'da-DK' };
  const mail = composeMail({
    kind: 'greeting',
    why: null,
    to,
    brand,
    subject: 'Hej',
    text: 'Hej',
    button: 'Gå',
    link: 'https://lysholt.example',
  });
  expect(mail.from).toEqual({ name: 'Lysholt', email: 'hej@lysholt.example' });
  expect(mail.text).toContain('Hej Anna');
  expect(mail.text).toContain('De bedste hilsner fra os alle hos Lysholt');
});

test('choosing a language that is not offered is refused in one sentence', async () => {
  const authorization = `Bearer ${await installation.tokenFor(stranded)}`;
  const answer = await node().http.inject({
    method: 'GET',
    url: '/api/customers/customers/me/newsletter?locale=pl-PL',
    headers: { authorization },
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.body).toContain('is not one of the languages en-GB, de-AT, nl-NL, fr-FR, sv-SE, da-DK');
});

test('customers of a brand missing in the file are counted, and lose nothing', async () => {
  const [sentence = ''] = node().missingChannels;
  expect(sentence).toMatch(
    /^1 customer belongs to the channel 'stundbo', which CHANNELS_FILE lacks: they are shown Lysholt/,
  );
  expect(lines.some((line) => line.includes('which CHANNELS_FILE lacks'))).toBe(true);
  const authorization = `Bearer ${await installation.tokenFor(stranded)}`;
  const me = await node().http.inject({ url: '/api/customers/customers/me', headers: { authorization } });
  expect(me.json()).toMatchObject({ customerId: stranded, channel: 'stundbo', mailLocale: 'da-DK' });
});
