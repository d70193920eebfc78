import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { isInvoiceCurrency } from '@keepsake/contracts/platform/currencies';
import {
  type AreaTexts,
  directionOf,
  isDrawable,
  lenderOf,
  type OwnTexts,
} from '../../../platform/languages.ts';
import { parseJsonFile, placeOf, type ReadFile } from '../../../platform/operator-file.ts';
import { type LegalPages, readLegalPages } from '../legal/index.ts';
import { type ChannelsFile, channelsFile, type FileChannel } from './channel-schema.ts';
import { faultOfColour } from './colours.ts';
import { legalValuesOf } from './company.ts';
import { checkWordings, type Fault, readLanguages } from './own-texts.ts';
import { type Picture, readPicture } from './pictures.ts';

/** A regional brand of the retailer: how it looks, where it is found and what it sells in. */
export type Channel = Omit<FileChannel, 'logo' | 'logoDark' | 'icon' | 'texts' | 'legalPages'> & {
  direction: 'ltr' | 'rtl';
  pictures: { logo: Picture; logoDark: Picture; icon: Picture };
  legalPages: LegalPages;
  /** Changes with the brand's own wordings; null if it has none. */
  wordings: string | null;
};

/** A channels file with everything it refers to. The first channel is the default. */
export type Installed = {
  channels: readonly [Channel, ...Channel[]];
  texts: OwnTexts;
  /** Not faults, but possibly unintended. */
  notes: string[];
};

/** Five brands take 15 kB, so a file this large is not a channels file. */
const MAX_BYTES = 5_000_000;

/** Reads a channels file, its pictures and its languages: all of it, or one line per fault. */
export async function readChannelsFile(file: string): Promise<ReadFile<Installed>> {
  const text = await readText(file);
  if (text instanceof Error) return { faults: [text.message] };
  const { value, faults } = parseJsonFile(channelsFile, text);
  if (faults) return { faults };
  const folder = path.dirname(file);
  const languages = value.languages
    ? await readLanguages(path.join(folder, value.languages))
    : { texts: new Map<string, AreaTexts>(), faults: [], notes: [] };
  const own = withRegions(languages.texts, value);
  const offered = [...LOCALES, ...own.keys()];
  const pictures = await Promise.all(value.channels.map((channel) => readPictures(channel, folder)));
  const legal = await Promise.all(value.channels.map((channel) => readLegal(channel, folder)));
  const found = [
    ...languages.faults.map(within('languages')),
    ...faultsBetween(value),
    ...(await Promise.all(value.channels.map((channel, at) => faultsOf(channel, at, offered)))).flat(),
    ...pictures.flatMap(({ faults }, at) => faults.map(within('channels', at))),
    ...legal.flatMap(({ faults }, at) => faults.map(within('channels', at, 'legalPages'))),
  ];
  if (found.length > 0)
    return { faults: found.map(({ path: place, message }) => `${placeOf(place)}: ${message}`) };
  const channels = value.channels.map((channel, at) =>
    toChannel(channel, { pictures: pictures[at]?.pictures, legalPages: legal[at]?.pages }),
  );
  return {
    value: {
      channels: channels as [Channel, ...Channel[]],
      texts: { languages: own, brands: wordingsOf(value) },
      notes: languages.notes,
    },
  };
}

/**
 * The languages of the file, and those of channels without a folder that another region lends its texts to: only their dates, numbers
 * and names are their own.
 */
function withRegions(own: ReadonlyMap<string, AreaTexts>, { channels }: ChannelsFile) {
  const offered = [...LOCALES, ...own.keys()];
  const regions = channels
    .map(({ locale }) => locale)
    .filter((locale) => !offered.includes(locale) && lenderOf(locale, offered) !== null);
  return new Map([...own, ...regions.map((locale): [string, AreaTexts] => [locale, {}])]);
}

async function readText(file: string): Promise<string | Error> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) return new Error(`The file is larger than ${MAX_BYTES / 1_000_000} MB.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    return new Error(`the file cannot be read: ${(error as Error).message}`);
  }
}

const within =
  (...outer: Fault['path']) =>
  ({ path: place, message }: Fault): Fault => ({ path: [...outer, ...place], message });

/** Ids and hosts must be unique, or it is unclear whose page is requested. */
function faultsBetween({ channels }: ChannelsFile): Fault[] {
  const taken = new Map<string, string>();
  const twice = (name: string, place: Fault['path']): Fault[] => {
    const first = taken.get(name);
    if (first) return [{ path: place, message: `'${name}' is there already, at ${first}` }];
    taken.set(name, placeOf(place));
    return [];
  };
  const ids = channels.flatMap(({ id }, at) => twice(id, ['channels', at, 'id']));
  taken.clear();
  return [
    ...ids,
    ...channels.flatMap(({ hosts, serviceHost }, at) => [
      ...hosts.flatMap((host, place) => twice(host, ['channels', at, 'hosts', place])),
      ...(serviceHost ? twice(serviceHost, ['channels', at, 'serviceHost']) : []),
    ]),
  ];
}

async function faultsOf(channel: FileChannel, at: number, offered: readonly string[]): Promise<Fault[]> {
  const { locale, accent, texts, legal, legalPages } = channel;
  const colours = (['light', 'dark'] as const).flatMap((scheme): Fault[] => {
    const message = faultOfColour(accent[scheme], scheme);
    return message ? [{ path: ['accent', scheme], message }] : [];
  });
  const wordings = Object.entries(texts).map(async ([language, areas]) =>
    offered.includes(language)
      ? (await checkWordings(areas, language)).map(within('texts', language))
      : [unknownLanguage(['texts', language], language, offered)],
  );
  return [
    ...(legal.invoices === 'issue' ? faultsOfIssuing(channel) : []),
    ...(offered.includes(locale) ? [] : [unknownLanguage(['locale'], locale, offered)]),
    ...Object.entries(legalPages).flatMap(([kind, byLanguage]) =>
      Object.keys(byLanguage ?? {})
        .filter((language) => !offered.includes(language))
        .map((language) => unknownLanguage(['legalPages', kind, language], language, offered)),
    ),
    ...colours,
    ...(await Promise.all(wordings)).flat(),
  ].map(within('channels', at));
}

/** Why no invoices can be issued for a brand here. */
function faultsOfIssuing({ currency, locale }: FileChannel): Fault[] {
  const refused = (reason: string): Fault => ({
    path: ['legal', 'invoices'],
    message: `${reason}: "reported" leaves invoices to the shop`,
  });
  return [
    ...(isInvoiceCurrency(currency)
      ? []
      : [refused(`no invoice of EN 16931 can be in ${currency}, which has more than two decimals`)]),
    ...(isDrawable(locale)
      ? []
      : [
          refused(
            `the typeface of invoices has Latin, Greek and Cyrillic letters, which ${locale} is not written in`,
          ),
        ]),
  ];
}

const unknownLanguage = (place: Fault['path'], language: string, offered: readonly string[]): Fault => ({
  path: place,
  message: `'${language}' is not one of the languages ${offered.join(', ')}; a folder of that name in "languages" makes it one`,
});

async function readPictures(channel: FileChannel, folder: string) {
  const faults: Fault[] = [];
  async function read(name: 'logo' | 'logoDark' | 'icon') {
    const picture = await readPicture(path.join(folder, channel[name]), name === 'icon' ? 'icon' : 'logo');
    if (typeof picture !== 'string') return picture;
    faults.push({ path: [name], message: `${channel[name]} ${picture}` });
    return null;
  }
  const [logo, logoDark, icon] = [await read('logo'), await read('logoDark'), await read('icon')];
  return { pictures: logo && logoDark && icon && { logo, logoDark, icon }, faults };
}

const readLegal = (channel: FileChannel, folder: string) =>
  readLegalPages(channel.legalPages, {
    folder,
    valuesIn: (language) => legalValuesOf(channel, language),
  });

type Files = { pictures: Channel['pictures'] | null | undefined; legalPages: LegalPages | undefined };

function toChannel(
  { logo: _logo, logoDark: _logoDark, icon: _icon, texts, ...channel }: FileChannel,
  { pictures, legalPages = {} }: Files,
): Channel {
  if (!pictures) throw new Error(`The pictures of ${channel.id} were not read`);
  const isWorded = Object.keys(texts).length > 0;
  return {
    ...channel,
    direction: directionOf(channel.locale),
    pictures,
    legalPages,
    wordings: isWorded ? digestOf(texts) : null,
  };
}

const digestOf = (texts: unknown) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12);

const wordingsOf = ({ channels }: ChannelsFile): OwnTexts['brands'] =>
  new Map(channels.map(({ id, texts }) => [id, new Map(Object.entries(texts))]));
