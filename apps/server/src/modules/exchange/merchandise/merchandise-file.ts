import { findLanguage } from '../../../platform/languages.ts';
import { parseJsonFile, type ReadFile } from '../../../platform/operator-file.ts';
import { channels as configured, findChannel } from '../../frame/channels/index.ts';
import {
  type Article,
  type Merchandise,
  type MerchandiseChannel,
  merchandise,
  type Text,
} from './merchandise-schema.ts';

/** The operator's file; its JSON schema is docs/merchandise-file.schema.json. */
const merchandiseFile = merchandise
  .superRefine(({ channels }, context) => {
    for (const { path, message } of findFaults(channels)) {
      context.addIssue({ code: 'custom', path, message });
    }
  })
  .transform(({ channels, ...file }) => ({ ...file, channels: channels.map(withRates) }));

/** Copies the channel's rate to articles without one. */
const withRates = ({ articles, ...channel }: MerchandiseChannel): MerchandiseChannel => ({
  ...channel,
  articles: articles.map((article) => ({ ...article, vatRate: article.vatRate ?? channel.vatRate })),
});

/** Reads the operator's file: all of it, or its faults. */
export const parseMerchandise = (file: string): ReadFile<Merchandise> => parseJsonFile(merchandiseFile, file);

/**
 * What the demo's brands sell, as far as the installation has them; a retailer's own brand sells nothing until its file says
 * what.
 */
export function parseDemoMerchandise(file: string): ReadFile<Merchandise> {
  const { value, faults } = parseJsonFile(merchandise, file);
  if (faults) return { faults };
  const existing = value.channels.filter(({ id, vendor, currency }) => {
    const channel = findChannel(id);
    return channel?.vendor === vendor.id && channel.locale === vendor.locale && channel.currency === currency;
  });
  return existing.length > 0
    ? parseMerchandise(JSON.stringify({ channels: existing }))
    : { value: { channels: [] } };
}

type Path = (string | number)[];
type Fault = { path: Path; message: string };

/** Faults that no schema detects: unknown or duplicate names, missing languages, the currency of another country. */
function findFaults(channels: readonly MerchandiseChannel[]): Fault[] {
  return [
    ...twice(channels, ({ id }) => id, ['channels']),
    ...channels.flatMap((channel, at) => faultsOf(channel).map(within('channels', at))),
  ];
}

const within =
  (...outer: Path) =>
  ({ path, message }: Fault): Fault => ({ path: [...outer, ...path], message });

function faultsOf(channel: MerchandiseChannel): Fault[] {
  const { articles, campaigns } = channel;
  return [
    ...faultsOfHead(channel),
    ...twice(articles, ({ id }) => id, ['articles']),
    ...articles.flatMap((article, at) => faultsOfArticle(article).map(within('articles', at))),
    ...faultsOfGroups(channel),
    ...twice(campaigns, ({ name }) => name, ['campaigns']),
    ...campaigns.flatMap((_, at) => faultsOfCutOffs(channel, at)),
    ...faultsOfDelivery(channel),
    ...textsOf(channel).flatMap(({ path, text }) => missingLanguages(channel.languages, text, path)),
  ];
}

/** The file and the configuration must agree about a brand, or one of them is wrong. */
function faultsOfHead({ id, vendor, currency, languages }: MerchandiseChannel): Fault[] {
  const existing = findChannel(id);
  if (existing?.id !== id) {
    const ids = configured()
      .map((channel) => channel.id)
      .join(', ');
    return [{ path: ['id'], message: `'${id}' is not one of the channels: ${ids}` }];
  }
  const differs = (path: Path, given: string, right: string): Fault[] =>
    given === right ? [] : [{ path, message: `'${given}' is not that of ${id}, which is ${right}` }];
  return [
    ...differs(['vendor', 'id'], vendor.id, existing.vendor),
    ...differs(['vendor', 'locale'], vendor.locale, existing.locale),
    ...differs(['currency'], currency, existing.currency),
    ...languages.flatMap((language, at) =>
      findLanguage(language)
        ? []
        : [
            {
              path: ['languages', at],
              message: `'${language}' is not one of the languages that are offered`,
            },
          ],
    ),
    ...(languages.includes(existing.locale)
      ? []
      : [{ path: ['languages'], message: `the language of ${id}, ${existing.locale}, is missing` }]),
  ];
}

function faultsOfArticle({ sizes, papers, frames, covers, quantity, pages }: Article): Fault[] {
  const { minimum, maximum, step } = quantity;
  const isReached = maximum >= minimum && (maximum - minimum) % step === 0;
  const arePages = !pages || (pages.maximum - pages.included) % pages.step === 0;
  return [
    ...Object.entries({ sizes, papers, frames, covers }).flatMap(([group, options]) =>
      twice(options, ({ id }) => id, [group]),
    ),
    ...(isReached
      ? []
      : [{ path: ['quantity'], message: 'its steps from the minimum do not lead to the maximum' }]),
    ...(arePages && (!pages || pages.maximum >= pages.included)
      ? []
      : [{ path: ['pages'], message: 'its steps from the pages included do not lead to the maximum' }]),
  ];
}

/** An article may be in one group at most, because it has one cut-off. */
function faultsOfGroups({ articles, articleGroups }: MerchandiseChannel): Fault[] {
  const existing = new Set(articles.map(({ id }) => id));
  const members = articleGroups.flatMap((group, at) =>
    group.articles.map((id, place) => ({ id, path: ['articleGroups', at, 'articles', place] })),
  );
  const seen = new Set<string>();
  return [
    ...twice(articleGroups, ({ name }) => name, ['articleGroups']),
    ...members.flatMap(({ id, path }) => {
      if (!existing.has(id)) return [{ path, message: `'${id}' is not one of the channel's articles` }];
      if (seen.has(id)) return [{ path, message: `'${id}' is in a group already` }];
      seen.add(id);
      return [];
    }),
  ];
}

function faultsOfCutOffs({ articleGroups, campaigns }: MerchandiseChannel, at: number): Fault[] {
  const groups = new Set(articleGroups.map(({ name }) => name));
  const path = ['campaigns', at, 'cutOffs'];
  const cutOffs = campaigns[at]?.cutOffs ?? [];
  return [
    ...twice(cutOffs, ({ articleGroup }) => articleGroup, path, 'has a cut-off in this campaign already'),
    ...cutOffs.flatMap(({ articleGroup }, place) =>
      groups.has(articleGroup)
        ? []
        : [
            {
              path: [...path, place, 'articleGroup'],
              message: `'${articleGroup}' is not one of the channel's groups`,
            },
          ],
    ),
  ];
}

function faultsOfDelivery({ articleGroups, campaigns, closedDays }: MerchandiseChannel): Fault[] {
  return [
    ...twice(closedDays, (day) => day, ['closedDays']),
    ...articleGroups.flatMap(({ delivery }, at) =>
      delivery && delivery.workingDays.from > delivery.workingDays.to
        ? [
            {
              path: ['articleGroups', at, 'delivery', 'workingDays'],
              message: 'the fastest takes longer than the slowest',
            },
          ]
        : [],
    ),
    ...campaigns.flatMap(({ arrivesBy, cutOffs }, at) =>
      cutOffs.flatMap(({ orderBy }, place) => {
        const path = ['campaigns', at, 'cutOffs', place, 'orderBy'];
        if (!arrivesBy || (isYearlyDay(arrivesBy) && isYearlyMoment(orderBy))) return [];
        if (isYearlyDay(arrivesBy) || isYearlyMoment(orderBy))
          return [
            { path, message: `'${orderBy}' and '${arrivesBy}' are not both of one year, or of every year` },
          ];
        return orderBy.slice(0, 10) > arrivesBy
          ? [{ path, message: `'${orderBy}' is after '${arrivesBy}'` }]
          : [];
      }),
    ),
  ];
}

const isYearlyDay = (day: string) => day.length === 'MM-DD'.length;
const isYearlyMoment = (moment: string) => moment.length === 'MM-DDThh:mm'.length;

function twice<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  path: Path,
  message = 'is there twice',
): Fault[] {
  const seen = new Set<string>();
  return items.flatMap((item, at) => {
    const name = nameOf(item);
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ path: [...path, at], message: `'${name}' ${message}` }];
  });
}

type Placed = { path: Path; text: Text };

function textsOf({ articles, articleGroups, campaigns }: MerchandiseChannel): Placed[] {
  const titles = (items: readonly { title: Text }[], ...outer: Path): Placed[] =>
    items.map(({ title }, at) => ({ path: [...outer, at, 'title'], text: title }));
  return [
    ...titles(articles, 'articles'),
    ...articles.flatMap(({ sizes, papers, frames, covers }, at) =>
      Object.entries({ sizes, papers, frames, covers }).flatMap(([group, options]) =>
        titles(options, 'articles', at, group),
      ),
    ),
    ...titles(articleGroups, 'articleGroups'),
    ...titles(campaigns, 'campaigns'),
    ...campaigns.map(({ promise }, at) => ({ path: ['campaigns', at, 'promise'], text: promise })),
  ];
}

function missingLanguages(languages: readonly string[], text: Text, path: Path): Fault[] {
  if (typeof text === 'string') return [];
  const missing = languages.filter((language) => !(language in text));
  return missing.length > 0 ? [{ path, message: `has no text in ${missing.join(', ')}` }] : [];
}
