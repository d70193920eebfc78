import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Change, openChannelsFolder } from './channels-file.fixture.ts';
import { readChannelsFile } from './channels-file.ts';
import { checkChannels } from './check-channels.ts';

let place: Awaited<ReturnType<typeof openChannelsFolder>>;
beforeAll(async () => {
  place = await openChannelsFolder();
});
afterAll(() => place.remove());

const faultsFor = async (change: Change) => (await readChannelsFile(await place.change(change))).faults ?? [];

describe('an operator is told of legal pages', () => {
  const adviceOn = async (legalPages: object, more: object = {}) => {
    await place.add('terms.md', '# Terms\n\nText.');
    const file = await place.change((channel) => Object.assign(channel, { legalPages, ...more }));
    const { value, faults } = await checkChannels(file);
    expect(faults).toBeUndefined();
    return (value ?? []).filter((line) => /^For a lawyer: .*Pennyfern/.test(line)).join('\n');
  };

  test('that a brand lacks, with the law of its country and where it is written', async () => {
    const lines = await adviceOn({});
    expect(lines).toMatch(
      /Pennyfern has no legalPages\.imprint in en-GB: by Company, .* reg\. 6 it has to say registered name.*legislation\.gov\.uk/,
    );
    expect(lines).toContain(
      'Pennyfern has no legalPages.withdrawal in en-GB: by Consumer Contracts Regulations 2013',
    );
    expect(lines).not.toContain('legalPages.accessibility');
    const elsewhere = await adviceOn({}, { country: 'IE' });
    expect(elsewhere).toContain('what the law of IE wants to be seen of Pennyfern is not known here.');
    expect(elsewhere).toContain('Pennyfern has no legalPages.imprint');
    expect(elsewhere).not.toContain('legalPages.withdrawal');
  });

  test('that are texts which nobody has approved', async () => {
    const terms = (approved?: object) => ({ terms: { 'en-GB': { file: 'terms.md', approved } } });
    expect(await adviceOn(terms())).toContain(
      'legalPages.terms of Pennyfern in en-GB is not yet approved by anybody: by Consumer Contracts',
    );
    expect(await adviceOn(terms({ by: 'Roe', on: '2026-11-28' }))).not.toContain('legalPages.terms');
    const url = 'https://pennyfern.example/terms';
    expect(await adviceOn({ terms: { 'en-GB': { url } } })).not.toContain('legalPages.terms');
    expect(await adviceOn({ terms: { 'fr-FR': { url } } })).toContain('no legalPages.terms in en-GB');
  });

  test('and of a telephone number that is missing', async () => {
    expect(await adviceOn({})).not.toContain('legal.contact.phone');
    const file = await place.change((channel) => {
      Object.assign(channel, { legalPages: {} });
      Object.assign(channel.legal, { contact: { email: 'care@pennyfern.example' } });
    });
    expect((await checkChannels(file)).value?.join('\n')).toContain('Pennyfern has no legal.contact.phone');
  });
});

describe('a channels file is refused, with the place of the fault, for', () => {
  const faults: [string, Change, string][] = [
    ...[
      ['without encryption', { url: 'http://shop.example/terms' }],
      ['that is a script', { url: 'javascript:alert(1)' }],
      ['on this site', { url: '/terms' }],
      ['that is none', { url: 'https://[' }],
    ].map(([what, given]): [string, Change, string] => [
      `a legal page at an address ${what}`,
      (channel) => Object.assign(channel, { legalPages: { terms: { 'en-GB': given } } }),
      'channels[0].legalPages.terms.en-GB.url: is not an address: it must start with https://',
    ]),
    ...(
      [
        [{}, 'channels[0].legalPages.terms.en-GB: has either "url" or "file"'],
        [{ url: 'https://a.example', file: 'a.md' }, 'terms.en-GB: has either "url" or "file"'],
        [
          { url: 'https://a.example', approved: { by: 'Roe', on: '2026-11-28' } },
          'channels[0].legalPages.terms.en-GB.approved: is for a text of your own',
        ],
        [{ file: 'a.md', approved: { by: 'Roe', on: '2026-02-30' } }, 'approved.on: is not a day such as'],
        [{ file: 'a.md', approved: { on: '2026-02-03' } }, 'approved.by: is missing'],
        [{ file: '../a.md' }, 'terms.en-GB.file: is no .md file in the folder of the channels file'],
        [{ file: 'gone.md' }, 'channels[0].legalPages.terms.en-GB.file: gone.md is not there'],
      ] as const
    ).map(([given, fault]): [string, Change, string] => [
      `a legal page that is ${JSON.stringify(given)}`,
      (channel) => Object.assign(channel, { legalPages: { terms: { 'en-GB': given } } }),
      fault,
    ]),
    [
      'a legal page of no kind',
      (channel) => Object.assign(channel, { legalPages: { agb: {} } }),
      "channels[0].legalPages: there is no such key: 'agb'",
    ],
    [
      'a legal page in a language that is not offered',
      (channel) =>
        Object.assign(channel, { legalPages: { terms: { 'da-DK': { url: 'https://a.example' } } } }),
      "channels[0].legalPages.terms.da-DK: 'da-DK' is not one of the languages",
    ],
  ];
  test.each(faults)('%s', async (_what, change, fault) => {
    expect((await faultsFor(change)).join('\n')).toContain(fault);
  });

  test('a legal text that names what there is not, and links that run', async () => {
    await place.add('terms.md', '# Terms\n\n{sellar} [here](javascript:alert)');
    const terms = { 'en-GB': { file: 'terms.md' } };
    const faults = await faultsFor((channel) => Object.assign(channel, { legalPages: { terms } }));
    expect(faults).toEqual([
      expect.stringMatching(
        /^channels\[0\]\.legalPages\.terms\.en-GB\.file: terms\.md has '\{sellar\}', which is none of \{brand\}, /,
      ),
      expect.stringMatching(/file: terms\.md has a link to 'javascript:alert': links begin with https/),
    ]);
  });
});
