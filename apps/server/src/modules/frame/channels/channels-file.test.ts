import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { channelsFile } from './channel-schema.ts';
import { type Change, openChannelsFolder } from './channels-file.fixture.ts';
import { readChannelsFile } from './channels-file.ts';
import { checkChannels } from './check-channels.ts';

const docs = new URL('../../../../../../docs/', import.meta.url);

let place: Awaited<ReturnType<typeof openChannelsFolder>>;
beforeAll(async () => {
  place = await openChannelsFolder();
});
afterAll(() => place.remove());

const faultsFor = async (change: Change) => (await readChannelsFile(await place.change(change))).faults ?? [];

test('the built-in brands are a valid file as operators write it [CFG-07]', async () => {
  const { value } = await checkChannels(await place.change(() => undefined));
  const ofLaw = value?.filter((line) => line.startsWith('For a lawyer: ')) ?? [];
  expect(value).toHaveLength(3 + ofLaw.length);
  const advice = value?.filter((line) => line.startsWith('For a tax adviser: ')) ?? [];
  expect(advice).toEqual([
    expect.stringMatching(/invoices of Bildersonn are issued here.* above 10,000 euros .*§ 11 UStG/),
    expect.stringMatching(/invoices of Kiekhof are issued here.* nothing is known here/),
  ]);
  expect(value?.[0]).toMatch(/^all well\. Pennyfern at www\.pennyfern\.example in en-GB, Bildersonn/);
});

test("a seller's VAT ID is read as it is typed, with the prefix that Greece has in the European Union", async () => {
  const file = await place.change(({ legal }) => Object.assign(legal, { vatId: 'gr 123 456 789' }));
  const { value } = await readChannelsFile(file);
  expect(value?.channels.map(({ legal }) => legal.vatId)).toContain('EL123456789');
});

test('a channels file has a published schema', async () => {
  const published = JSON.parse(await readFile(new URL('channels-file.schema.json', docs), 'utf8'));
  expect(published).toEqual(z.toJSONSchema(channelsFile, { io: 'input' }));
});

describe('a channels file is refused, with the place of the fault, for', () => {
  const faults: [string, Change, string][] = [
    [
      'a host of another channel',
      ({ hosts }) => hosts.push('www.kiekhof.example'),
      "channels[2].hosts[0]: 'www.kiekhof.example' is there already, at channels[0].hosts[3]",
    ],
    [
      'a service host that is a host',
      (channel) => Object.assign(channel, { serviceHost: 'stundbo.example' }),
      "'stundbo.example' is there already, at channels[0].serviceHost",
    ],
    [
      'an id twice',
      (channel) => Object.assign(channel, { id: 'kiekhof' }),
      "channels[2].id: 'kiekhof' is there already, at channels[0].id",
    ],
    [
      'an id that is a path',
      (channel) => Object.assign(channel, { id: '../kiekhof' }),
      'channels[0].id: is not an id',
    ],
    [
      'a host with a port',
      ({ hosts }) => hosts.push('photos.example:443'),
      'channels[0].hosts[3]: is not a host',
    ],
    ['no host', (channel) => Object.assign(channel, { hosts: [] }), 'channels[0].hosts'],
    [
      'a colour that is none',
      ({ accent }) => Object.assign(accent, { light: 'green' }),
      'channels[0].accent.light: is not a colour',
    ],
    [
      'a colour that nobody can read',
      ({ accent }) => Object.assign(accent, { light: '#9fd8c3' }),
      'channels[0].accent.light: #9fd8c3 has a contrast of 1.',
    ],
    [
      'a colour that is unreadable in the dark',
      ({ accent }) => Object.assign(accent, { dark: '#1f6b52' }),
      'channels[0].accent.dark: #1f6b52 has a contrast of 2.2',
    ],
    [
      'a language that is not offered',
      (channel) => Object.assign(channel, { locale: 'da-DK' }),
      "channels[0].locale: 'da-DK' is not one of the languages en-GB, de-AT, nl-NL, fr-FR, sv-SE",
    ],
    [
      'a language that nobody speaks',
      (channel) => Object.assign(channel, { locale: 'zq-DK' }),
      'channels[0].locale: is not a language such as da-DK',
    ],
    [
      'a country that is none',
      (channel) => Object.assign(channel, { country: 'QX' }),
      'channels[0].country: is not a country',
    ],
    [
      'a currency of three decimals for invoices that are issued here',
      (channel) => {
        Object.assign(channel, { currency: 'TND' });
        Object.assign(channel.legal as object, { invoices: 'issue' });
      },
      'channels[0].legal.invoices: no invoice of EN 16931 can be in TND',
    ],
    [
      'a currency that is none',
      (channel) => Object.assign(channel, { currency: 'XYZ' }),
      'channels[0].currency: is not a currency',
    ],
    [
      'a time zone that does not exist',
      (channel) => Object.assign(channel, { timeZone: 'Europe/Atlantis' }),
      'channels[0].timeZone: is not a time zone such as Europe/Copenhagen',
    ],
    [
      'a shop page that is not https',
      (channel) => Object.assign(channel, { faqUrl: 'http://shop.example/faq' }),
      'channels[0].faqUrl: is not an address: it must start with https:// or /',
    ],
    [
      'a shop page that is a script',
      (channel) => Object.assign(channel, { faqUrl: 'javascript:alert(1)' }),
      'channels[0].faqUrl: is not an address',
    ],
    [
      'a retention of 0 months',
      (channel) => Object.assign(channel, { retention: { months: 0 } }),
      'channels[0].retention',
    ],
    [
      'reminders on the last day alone',
      (channel) => Object.assign(channel, { retention: { months: 12, reminders: ['one-day'] } }),
      'channels[0].retention',
    ],
    [
      'a sender that is no address',
      (channel) => Object.assign(channel, { sender: { name: 'Us', email: 'us' } }),
      'channels[0].sender.email: is not an email address',
    ],
    [
      'an IBAN with a slip',
      ({ legal }) => Object.assign(legal.bank, { iban: 'GB34BUKB20201555555555' }),
      'channels[0].legal.bank.iban: is not an IBAN',
    ],
    [
      'a postal code of elsewhere',
      ({ legal }) => Object.assign(legal.address, { postalCode: '1010' }),
      "channels[0].legal.address.postalCode: '1010' is not valid in GB",
    ],
    [
      'a word that is misspelt',
      (channel) => Object.assign(channel, { colour: '#000000' }),
      "channels[0]: there is no such key: 'colour'",
    ],
    [
      'nothing where there has to be something',
      (channel) => Object.assign(channel, { name: undefined }),
      'channels[0].name: is missing',
    ],
    [
      'a logo outside its folder',
      (channel) => Object.assign(channel, { logo: '../../secrets.svg' }),
      'channels[0].logo: is no .svg or .png file in the folder',
    ],
    [
      'a logo that is not there',
      (channel) => Object.assign(channel, { logo: 'gone.svg' }),
      'channels[0].logo: gone.svg is not there',
    ],
    [
      'an icon that is not square',
      (channel) => Object.assign(channel, { icon: 'pennyfern/logo.svg' }),
      'and an icon is square',
    ],
    [
      'a text without its placeholder',
      (channel) =>
        Object.assign(channel, { texts: { 'en-GB': { identity: { 'signIn.intro': 'Welcome' } } } }),
      "channels[0].texts.en-GB.identity.signIn.intro: lacks 'brand', which the English text has",
    ],
    [
      'a text that there is not',
      (channel) => Object.assign(channel, { texts: { 'en-GB': { web: { 'home.titel': 'Hi' } } } }),
      'channels[0].texts.en-GB.web.home.titel: there is no such text',
    ],
    [
      'texts of no module',
      (channel) => Object.assign(channel, { texts: { 'en-GB': { mail: { greeting: 'Hi' } } } }),
      "channels[0].texts.en-GB.mail: 'mail' is not an area of texts",
    ],
    [
      'texts in a language that is not offered',
      (channel) => Object.assign(channel, { texts: { 'da-DK': {} } }),
      "channels[0].texts.da-DK: 'da-DK' is not one of the languages",
    ],
    [
      'a folder of languages elsewhere',
      (_, file) => Object.assign(file, { languages: '../languages' }),
      'languages: is not a folder in the folder of the channels file',
    ],
    [
      'a folder of languages that is not there',
      (_, file) => Object.assign(file, { languages: 'gone' }),
      'languages: cannot be read',
    ],
  ];
  test.each(faults)('%s', async (_what, change, fault) => {
    expect((await faultsFor(change)).join('\n')).toContain(fault);
  });

  test('all its faults at once', async () => {
    const faults = await faultsFor((channel, { channels }) => {
      Object.assign(channel, { accent: { light: '#ffffff', dark: '#000000' }, logo: 'gone.svg' });
      Object.assign(channels[1] ?? {}, { id: 'pennyfern' });
    });
    expect(faults).toHaveLength(4);
  });

  test('being no JSON, and being far too large', async () => {
    await place.add('channels.json', '{"channels": [');
    expect((await readChannelsFile(place.file)).faults).toEqual([
      expect.stringMatching(/^The file is not valid JSON/),
    ]);
    await place.add('channels.json', ' '.repeat(10_000_000));
    expect((await readChannelsFile(place.file)).faults).toEqual(['The file is larger than 5 MB.']);
    expect((await readChannelsFile(`${place.file}.gone`)).faults?.[0]).toMatch(/^the file cannot be read/);
  });
});

describe('a folder of languages', () => {
  const use: Change = (_, file) => void Object.assign(file, { languages: 'languages' });
  async function write(name: string, content: unknown) {
    const file = path.join(place.folder, 'languages', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  test('defines a language, and says what it lacks', async () => {
    await write('da-DK/mails.json', { signature: 'Venlig hilsen\n{brand}', hilsen: 'Hej' });
    const { value, faults } = await checkChannels(
      await place.change((channel, file) => {
        use(channel, file);
        Object.assign(channel, { locale: 'da-DK' });
      }),
    );
    expect(faults).toBeUndefined();
    expect(value?.[0]).toContain('languages of its own: da-DK');
    const notes = value?.join('\n') ?? '';
    const [, missing] =
      /^Note: da-DK lacks (\d+) of \d+ texts, which its customers read in English/m.exec(notes) ?? [];
    const byFile = [...notes.matchAll(/da-DK\/[\w-]+\.json (?:is not there and )?lacks (\d+) texts: /g)];
    expect(byFile.length).toBeGreaterThan(10);
    expect(byFile.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(Number(missing));
    expect(notes).toMatch(/da-DK\/web\.json is not there and lacks \d{4} texts: .* and \d+ more/);
    expect(notes).toMatch(/da-DK\/mails\.json lacks \d+ texts: /);
    expect(value?.join('\n')).toContain('da-DK/mails.json has 1 texts that nothing asks for: hilsen');
  });

  test('has the texts of another region of its language, and counts the own ones', async () => {
    const inGermany: Change = (channel) => void Object.assign(channel, { locale: 'de-DE' });
    const { value: bare } = await checkChannels(await place.change(inGermany));
    expect(bare?.[0]).toMatch(
      / in de-DE, .*; languages of its own: de-DE \(0 texts, all others of de-AT\)\.$/,
    );
    await write('de-DE/web.json', { orders: { vatId: 'USt-IdNr. {{id}}' } });
    await write('de-DE/mails.json', { signature: 'Viele Grüße\n{brand}' });
    await write('fr-BE/mails.json', {});
    const { value } = await checkChannels(
      await place.change((channel, file) => {
        use(channel, file);
        inGermany(channel, file);
      }),
    );
    expect(value?.[0]).toContain('de-DE (2 texts, all others of de-AT)');
    expect(value?.[0]).toContain('fr-BE (0 texts, all others of fr-FR)');
    expect(value?.filter((line) => /(de-DE|fr-BE)\S* (is not there and )?lacks/.test(line))).toEqual([]);
  });

  test('counts what it lacks of its own plural forms, never more than there are', async () => {
    await write('pl-PL/mails.json', {});
    const { value } = await checkChannels(await place.change(use));
    const [, missing, all] = /pl-PL lacks (\d+) of (\d+) texts/.exec(value?.join('\n') ?? '') ?? [];
    expect(Number(missing)).toBeGreaterThan(2000);
    expect(missing).toBe(all);
  });

  test('says which of its texts have wrong signs for their language', async () => {
    await write('fr-BE/mails.json', {
      linkHint: 'Copiez cette adresse :',
      signature: 'Merci\u202f!\n{brand}',
    });
    const { value, faults } = await checkChannels(
      await place.change((channel, file) => {
        use(channel, file);
        Object.assign(channel, { locale: 'fr-BE' });
      }),
    );
    expect(faults).toBeUndefined();
    expect(value?.join('\n')).toMatch(
      /fr-BE\/mails\.json has 1 texts whose signs or spaces are wrong in its language: linkHint\.$/m,
    );
  });

  test('has no language for invoices that are issued here but one that they can be drawn in', async () => {
    await write('ar-AE/mails.json', {});
    const { faults } = await checkChannels(
      await place.change((channel, file) => {
        use(channel, file);
        Object.assign(channel, { locale: 'ar-AE' });
        Object.assign(channel.legal as object, { invoices: 'issue' });
      }),
    );
    expect(faults).toEqual([
      expect.stringMatching(/^channels\[0\]\.legal\.invoices: the typeface .* ar-AE is not written in/),
    ]);
  });

  test.each([
    [
      'da-DK/mails.json',
      { signature: 'Venlig hilsen' },
      "languages.da-DK.mails.json.signature: lacks 'brand'",
    ],
    [
      'da-DK/identity.json',
      { 'code.throttled.few': 'Prøv igen om {minutes} minutter' },
      "languages.da-DK.identity.json.code.throttled.few: is a plural form that da-DK does not have: it has 'one', 'other'",
    ],
    [
      'da-DK/mails.json',
      { signature: 'Venlig hilsen\n{{brand}}' },
      "languages.da-DK.mails.json.signature: has '{{brand}}', and values are written {name} here",
    ],
    [
      'da-DK/web.json',
      { home: { photosCount_one: '{{count, number}} foto', photosCount_other: '{{count}} fotos' } },
      "languages.da-DK.web.json.home.photosCount_other: has '{{count}}' in place of '{{count, number}}'",
    ],
    [
      'da-DK/retention.json',
      { button: 'Gå til mine fotos '.repeat(3).trim() },
      'languages.da-DK.retention.json.button: has 53 characters, and a button at most 36',
    ],
    [
      'lt-LT/web.json',
      {
        home: {
          photosCount_one: '{{count, number}} nuotrauka',
          photosCount_other: '{{count, number}} nuotraukų',
        },
      },
      "languages.lt-LT.web.json.home.photosCount: lacks the plural form 'few', 'many': lt-LT has 'one', 'few', 'many', 'other'",
    ],
    ['da-DK/mails.json', 'not JSON', 'languages.da-DK.mails.json: is not valid JSON'],
    ['da-DK/mails.json', { greeting: 3 }, 'languages.da-DK.mails.json: has values that are no texts'],
    ['da-DK/mial.json', {}, 'languages.da-DK.mial.json: is not one of the files of texts'],
    ['sv-SE/web.json', {}, 'languages.sv-SE: is a language that Keepsake comes with'],
    ['dansk/web.json', {}, 'languages.dansk: is not a folder of a language such as da-DK'],
  ])('with %s of %o is refused', async (name, content, fault) => {
    await write(name, content);
    expect((await faultsFor(use)).join('\n')).toContain(fault);
  });
});
