import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { channels, imprintOf, toPublicChannel } from './index.ts';
import { legal } from './legal.ts';

/** The body of dark pages; see the theme of the web app. */
const darkSurface = '#1a1b1e';
const webPublic = new URL('../../../../../web/public', import.meta.url);

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test('the measure of contrast agrees with its definition', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(channels.map((channel) => [channel.name, channel] as const))('%s', (_name, channel) => {
  test('has accents that text is readable on, in light and dark', () => {
    expect(contrast('#ffffff', channel.accent.light)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(channel.accent.dark, darkSurface)).toBeGreaterThanOrEqual(4.5);
  });

  test('[CFG-07] has hosts of its own, one of them on this machine', () => {
    expect(channel.hosts).toContain(`${channel.id}.localhost`);
    const others = channels.filter((other) => other !== channel).flatMap(({ hosts }) => hosts);
    expect(others.filter((host) => channel.hosts.includes(host))).toEqual([]);
  });

  test('has a country, currency and time zone that exist', () => {
    expect(channel.locale.endsWith(`-${channel.country}`)).toBe(true);
    expect(Intl.supportedValuesOf('currency')).toContain(channel.currency);
    expect(Intl.supportedValuesOf('timeZone')).toContain(channel.timeZone);
  });

  test('has the legal data that imprints and invoices need', () => {
    expect(legal.parse(channel.legal)).toEqual(channel.legal);
    expect(channel.legal.address.country).toBe(channel.country);
    expect(imprintOf(channel)).toContain(channel.legal.seller);
  });

  test('has its drawings where the public shape says', async () => {
    const { logoUrl, logoDarkUrl, faviconUrl } = toPublicChannel(channel);
    for (const url of [logoUrl, logoDarkUrl, faviconUrl]) {
      const drawing = await readFile(new URL(`.${url}`, `${webPublic}/`), 'utf8');
      expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(drawing).not.toMatch(/<script|href=|<text/);
    }
  });
});

test('an imprint is written as the country of the seller writes addresses', () => {
  expect(channels.slice(0, 2).map(imprintOf)).toEqual([
    'Pennyfern Ltd, 12 Fern Row, Hull, HU1 1AA, United Kingdom · care@pennyfern.example',
    'Bildersonn GmbH, Sonnengasse 7, 1010 Wien, Österreich · care@bildersonn.example',
  ]);
});
