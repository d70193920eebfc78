import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faultOfColour, SURFACES } from './colours.ts';
import { channels, imprintOf, pictureOf, toPublicChannel } from './index.ts';
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
    expect(imprintOf(channel)).toContain(channel.legal.seller);
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

test('an imprint has the address format of the seller’s country', () => {
  expect(channels().slice(0, 2).map(imprintOf)).toEqual([
    'Pennyfern Ltd, 12 Fern Row, Hull, HU1 1AA, United Kingdom · care@pennyfern.example',
    'Bildersonn GmbH, Sonnengasse 7, 1010 Wien, Österreich · care@bildersonn.example',
  ]);
});
