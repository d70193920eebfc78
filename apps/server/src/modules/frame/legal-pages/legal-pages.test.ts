import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../../platform/http/create-server.ts';
import { openChannelsFolder } from '../channels/channels-file.fixture.ts';
import { loadChannels } from '../channels/index.ts';
import { createLegalPages } from './index.ts';

let http: FastifyInstance;
let place: Awaited<ReturnType<typeof openChannelsFolder>>;
beforeAll(async () => {
  place = await openChannelsFolder();
  await place.add('terms.md', '# Terms of {seller}\n\n<b>No</b> markup. [Withdraw](/withdrawal) here.');
  await place.add('agb.md', '# AGB\n\nText.');
  const approved = { by: 'Ines & Roe, solicitors', on: '2026-11-02' };
  await loadChannels(
    await place.change((channel) =>
      Object.assign(channel, {
        legalPages: {
          imprint: { 'en-GB': { url: 'https://www.pennyfern.example/imprint' } },
          terms: { 'en-GB': { file: 'terms.md' }, 'de-AT': { file: 'agb.md', approved } },
        },
      }),
    ),
  );
  const policySources = { connectOrigins: [], secureTransport: false };
  const log = pino({ level: 'silent' });
  http = await createServer({ log, trustProxy: null, policySources, requestsPerMinute: 1_000 });
  await createLegalPages().mount?.(http);
});
afterAll(async () => {
  await http.close();
  await place.remove();
  await loadChannels(null);
});

describe('a legal text of a brand', () => {
  test('is a page without script that says that nobody has approved it', async () => {
    const { statusCode, headers, body } = await http.inject({ url: '/legal/pennyfern/terms' });
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('<html lang="en-GB"');
    expect(body).toContain('<h1>Terms of Pennyfern Ltd</h1>');
    expect(body).toContain('This text is an example. Pennyfern Ltd has not yet approved it.');
    expect(body).toContain('&lt;b&gt;No&lt;/b&gt; markup.');
    expect(body).toContain('<a href="/withdrawal?channel=pennyfern">Withdraw</a>');
    expect(body).toContain('<a href="https://www.pennyfern.example/imprint">Company details</a>');
    expect(body).toContain('<a href="/legal/pennyfern/terms" aria-current="page">Terms</a>');
    expect(body).toContain('Registered in England and Wales, no. 09999342 · VAT no. GB371940250');
  });

  test('names who approved it, and when', async () => {
    const { body } = await http.inject({ url: '/legal/pennyfern/terms?language=de-AT' });
    expect(body).toContain('<html lang="de-AT"');
    expect(body).toContain('Freigegeben von Ines &amp; Roe, solicitors am 2. November 2026.');
    expect(body).not.toContain('noch nicht freigegeben');
  });

  test('at an address of the retailer is there', async () => {
    const { statusCode, headers } = await http.inject({ url: '/legal/pennyfern/imprint' });
    expect([statusCode, headers.location]).toEqual([302, 'https://www.pennyfern.example/imprint']);
  });

  test.each([
    '/legal/pennyfern/privacy',
    '/legal/nobody/terms',
    '/legal/PENNYFERN/terms',
    '/legal/pennyfern/gone',
  ])('%s is not there', async (url) => {
    expect((await http.inject({ url })).statusCode).toBe(404);
  });

  test('has its style sheet and typeface', async () => {
    const { body } = await http.inject({ url: '/legal/pennyfern/terms' });
    const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? [];
    const sheet = await http.inject({ url: styles });
    expect(sheet.headers['content-type']).toContain('text/css');
    const [, font = ''] = /url\(\.?\/?(files\/inter-latin-wght-normal\.woff2)\)/.exec(sheet.body) ?? [];
    expect((await http.inject({ url: `/legal/assets/${font}` })).statusCode).toBe(200);
  });
});
