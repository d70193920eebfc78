import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faultOfColour, SURFACES } from './colours.ts';
import {
  channels,
  companyLinesOf,
  defaultChannel,
  findChannel,
  pictureOf,
  resolveChannel,
  serviceHostOf,
  toPublicChannel,
} from './index.ts';
import { legal } from './legal.ts';

const styles = new URL('../../../../../web/src/app/tokens.css', import.meta.url);

test('the surfaces on which colours are checked are those of the pages', async () => {
  const [light = '', dark = ''] = (await readFile(styles, 'utf8')).split(
    '[data-mantine-color-scheme="dark"]',
  );
  const surfacesIn = (css: string) =>
    ['surface', 'paper', 'hover'].map((name) => {
      const [, colour = ''] = new RegExp(`--${name}: (#\\w+);`).exec(css) ?? [];
      return colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}` : colour;
    });
  expect({ light: surfacesIn(light), dark: surfacesIn(dark) }).toEqual(SURFACES);
});

describe.each(channels().map((channel) => [channel.name, channel] as const))('%s', (_name, channel) => {
  test('has accent colours on which text is readable, in light and dark', () => {
    const { light, dark } = channel.accent;
    expect([faultOfColour(light, 'light'), faultOfColour(dark, 'dark')]).toEqual([null, null]);
  });

  test('has its own hosts, one of them on this machine [CFG-07]', () => {
    expect(channel.hosts).toContain(`${channel.id}.localhost`);
    const others = channels()
      .filter((other) => other !== channel)
      .flatMap(({ hosts }) => hosts);
    expect(others.filter((host) => channel.hosts.includes(host))).toEqual([]);
  });

  test('has an existing country, currency and time zone', () => {
    expect(channel.locale.endsWith(`-${channel.country}`)).toBe(true);
    expect(Intl.supportedValuesOf('currency')).toContain(channel.currency);
    expect(Intl.supportedValuesOf('timeZone')).toContain(channel.timeZone);
  });

  test('has the legal data that imprints and invoices need', () => {
    expect(legal.parse(channel.legal)).toEqual(channel.legal);
    expect(channel.legal.address.country).toBe(channel.country);
    expect(companyLinesOf(channel, channel.locale)[0]).toContain(channel.legal.seller);
  });

  test('has its drawings where the public shape says', () => {
    const { logoUrl, logoDarkUrl, faviconUrl } = toPublicChannel(channel);
    for (const url of [logoUrl, logoDarkUrl, faviconUrl]) {
      const [file = ''] = url.replace(`/channels/${channel.id}/`, '').split('?');
      expect(pictureOf(channel, file)?.bytes.toString('utf8')).toMatch(/^<svg xmlns=/);
    }
    expect(pictureOf(channel, 'logo.png')).toBeNull();
    expect(pictureOf(channel, 'constructor.svg')).toBeNull();
  });
});

test('a company is named with its address as its country writes it, its register, VAT ID and contact', () => {
  const [pennyfern, bildersonn] = channels();
  expect(pennyfern && companyLinesOf(pennyfern, 'en-GB')).toEqual([
    'Pennyfern Ltd, 12 Fern Row, Hull, HU1 1AA, United Kingdom',
    'Registered in England and Wales, no. 09999342 · VAT no. GB371940250',
    'care@pennyfern.example · +44 20 7946 0342',
  ]);
  expect(bildersonn && companyLinesOf(bildersonn, 'de-AT')).toEqual([
    'Bildersonn GmbH, Sonnengasse 7, 1010 Wien, Österreich',
    'Handelsgericht Wien, FN 999342k · UID-Nr. ATU73904153',
    'care@bildersonn.example · +43 1 9999342',
  ]);
});

function idFor(requested: Parameters<typeof resolveChannel>[0]): string {
  return resolveChannel(requested).id;
}

describe('finding the channel', () => {
  test('the default channel uses en-GB [CFG-05]', () => {
    expect(resolveChannel({}).locale).toBe('en-GB');
    expect(resolveChannel({ hostname: 'localhost:3000', channelParam: 'nobody' }).locale).toBe('en-GB');
    expect(resolveChannel({ hostname: null, channelParam: null }).currency).toBe('GBP');
  });

  test('only the Austrian brand uses de-AT [CFG-06]', () => {
    expect(
      channels()
        .filter(({ locale }) => locale === 'de-AT')
        .map(({ country }) => country),
    ).toEqual(['AT']);
    expect(resolveChannel({ hostname: 'www.bildersonn.example' }).locale).toBe('de-AT');
  });

  test('the id in the address takes precedence over the host', () => {
    expect(idFor({ hostname: 'www.kiekhof.example', channelParam: 'cliclune' })).toBe('cliclune');
    expect(idFor({ hostname: 'www.kiekhof.example', channelParam: 'nobody' })).toBe('kiekhof');
    expect(idFor({ hostname: 'STUNDBO.localhost:3000' })).toBe('stundbo');
    expect(idFor({ hostname: 'kiekhof.example.', channelParam: ' Kiekhof ' })).toBe('kiekhof');
  });

  test('names of object prototypes are no channels', () => {
    expect(findChannel('constructor')).toBeNull();
    expect(idFor({ hostname: '__proto__', channelParam: 'toString' })).toBe('pennyfern');
  });

  test.each([
    ['www.pennyfern.example', 'GB'],
    ['bildersonn.localhost:3000', 'AT'],
    ['kiekhof.example', 'NL'],
    ['www.cliclune.example', 'FR'],
    ['stundbo.example', 'SE'],
    ['tjanster.stundbo.example', 'SE'],
    ['www.somebody-else.example', defaultChannel().country],
    ['pennyfern.example.somebody-else.example', defaultChannel().country],
    [undefined, defaultChannel().country],
  ])('the host %s belongs to the country %s [CFG-07]', (hostname, country) => {
    expect(resolveChannel({ hostname }).country).toBe(country);
  });

  test('only the Swedish brand sends service calls to another host [CFG-08]', () => {
    const hosts = Object.fromEntries(channels().map((channel) => [channel.country, serviceHostOf(channel)]));
    expect(hosts).toEqual({
      GB: 'www.pennyfern.example',
      AT: 'www.bildersonn.example',
      NL: 'www.kiekhof.example',
      FR: 'www.cliclune.example',
      SE: 'tjanster.stundbo.example',
    });
  });
});
