import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { checkMerchandise } from './check-merchandise.ts';
import { changeMerchandise, DEMO_MERCHANDISE, withCutOff } from './merchandise.fixture.ts';
import { parseDemoMerchandise, parseMerchandise } from './merchandise-file.ts';
import { merchandise } from './merchandise-schema.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const docs = new URL('../../../../../../docs/', import.meta.url);
type Change = Parameters<typeof changeMerchandise>[0];

describe('the merchandise file', () => {
  test('of the demo is valid, and summarises its content', async () => {
    const text = await readFile(DEMO_MERCHANDISE, 'utf8');
    expect(checkMerchandise(text, NOW)).toEqual({ value: ['5 channels, 55 articles, 30 cut-offs.'] });
  });

  test('has a published schema', async () => {
    const published = JSON.parse(await readFile(new URL('merchandise-file.schema.json', docs), 'utf8'));
    expect(published).toEqual(z.toJSONSchema(merchandise, { io: 'input' }));
  });

  test.each([parseMerchandise, parseDemoMerchandise])(
    'has faults instead of a crash if it is damaged: %o',
    (parse) => {
      expect(parse('{"channels":').faults).toEqual([expect.stringMatching(/^The file is not valid JSON: /)]);
      expect(parse('{"channels":[null]}').faults).toEqual([expect.stringMatching(/^channels\[0\]: /)]);
    },
  );

  test('is refused as a whole for a fault in its last line', async () => {
    const lines = (await readFile(DEMO_MERCHANDISE, 'utf8')).trimEnd().split('\n');
    const { value, faults } = parseMerchandise([...lines.slice(0, -1), ']'].join('\n'));
    expect(value).toBeUndefined();
    expect(faults).toEqual([expect.stringMatching(/^The file is not valid JSON: .*line/)]);
  });

  const faults: [string, Change, string][] = [
    [
      'a channel that is none',
      (channel) => Object.assign(channel, { id: 'nobody' }),
      "channels[0].id: 'nobody' is not one of",
    ],
    [
      'another currency',
      (channel) => Object.assign(channel, { currency: 'EUR' }),
      "channels[0].currency: 'EUR' is not that of pennyfern, which is GBP",
    ],
    [
      'another vendor',
      ({ vendor }) => Object.assign(vendor, { id: 'acme' }),
      "channels[0].vendor.id: 'acme' is not that of pennyfern",
    ],
    [
      'an article that is there twice',
      ({ articles }) => articles.push(...articles.slice(0, 1)),
      "channels[0].articles[11]: 'PAP_910' is there twice",
    ],
    [
      'a price in pounds',
      ({ articles: [first] }) => Object.assign(first ?? {}, { price: 0.19 }),
      'channels[0].articles[0].price: ',
    ],
    [
      'steps that miss the maximum',
      ({ articles: [first] }) =>
        Object.assign(first ?? {}, { quantity: { minimum: 1, maximum: 10, step: 4 } }),
      'channels[0].articles[0].quantity: its steps',
    ],
    [
      'a title that lacks a language',
      ({ articles: [first] }) => Object.assign(first ?? {}, { title: { 'fr-FR': 'Tirage' } }),
      'channels[0].articles[0].title: has no text in en-GB',
    ],
    [
      'a group of an article that is none',
      ({ articleGroups }) => articleGroups?.[0]?.articles.push('GONE'),
      "channels[0].articleGroups[0].articles[4]: 'GONE' is not one of",
    ],
    [
      'an article in two groups',
      ({ articleGroups }) => articleGroups?.[1]?.articles.push('PAP_910'),
      "'PAP_910' is in a group already",
    ],
    [
      'two cut-offs for one group',
      ({ campaigns }) =>
        void campaigns?.[0]?.cutOffs.push({ articleGroup: 'prints', orderBy: '2026-12-13T12:00' }),
      "channels[0].campaigns[0].cutOffs[3]: 'prints' has a cut-off in this campaign already",
    ],
    [
      'a cut-off of a group that is none',
      ({ campaigns }) =>
        void campaigns?.[0]?.cutOffs.push({ articleGroup: 'mugs', orderBy: '2026-12-13T12:00' }),
      "'mugs' is not one of the channel's groups",
    ],
    [
      'a day that is none',
      ({ campaigns }) =>
        void campaigns?.[0]?.cutOffs.push({ articleGroup: 'mugs', orderBy: '2027-02-29T12:00' }),
      'is not a moment such as 2026-12-14T12:00 or 12-14T12:00',
    ],
    [
      'a leap day of every year',
      ({ campaigns }) => campaigns?.[0]?.cutOffs.push({ articleGroup: 'mugs', orderBy: '02-29T12:00' }),
      'is not a moment such as',
    ],
    [
      'a link that runs a script',
      (channel) => Object.assign(channel, { shopUrl: 'javascript:alert(1)' }),
      'channels[0].shopUrl: is not an address',
    ],
    [
      'a word that is misspelt',
      (channel) => Object.assign(channel, { artikles: [] }),
      "channels[0]: there is no such key: 'artikles'",
    ],
  ];
  test.each(faults)('is refused for %s', async (_what, change, fault) => {
    const { value, faults: notified } = parseMerchandise(await changeMerchandise(change));
    expect(value).toBeUndefined();
    expect(notified?.join('\n')).toContain(fault);
  });

  test('reports all faults at once, up to fifty', async () => {
    const text = await changeMerchandise(({ articles }) => {
      for (let at = 0; at < 70; at++) articles.push(...articles.slice(0, 1));
    });
    const notified = parseMerchandise(text).faults ?? [];
    expect([notified.length, notified.at(-1)]).toEqual([51, '… and 20 more']);
  });

  test.each([
    ['2026-11-01T12:00', /2026-11-01T12:00 has passed and is told to nobody/],
    ['2027-03-28T01:30', /is skipped by summer time; 00:30 is meant/],
    ['2027-10-31T01:30', /comes twice that night; the earlier one is meant/],
  ])('may have a cut-off of %s, which the check reports', async (orderBy, note) => {
    const { value } = checkMerchandise(await withCutOff(orderBy), NOW);
    expect(value?.[1]).toMatch(note);
  });
});
