import { buildSchema } from 'graphql';
import {
  ARTICLE_TYPES,
  type Article,
  inLanguage,
  type Merchandise,
  type MerchandiseChannel,
  type Text,
} from './merchandise-schema.ts';

/** The queryable part of the merchandise, in the specification's own names. */
export const schema = buildSchema(`
type Query {
  "Every channel with merchandise."
  Channels: [Channel!]!
  "One channel; null when there is none of that ID."
  Channel(ID: ID!): Channel
}

"What a brand of the retailer sells. All prices are in the smallest unit of its Currency (ISO 4217), all measures in millimetres."
type Channel {
  ID: ID!
  Vendor: Vendor!
  ShopUrl: String!
  Currency: String!
  "Languages that titles are in; that of the Vendor is meant where none is asked for."
  Languages: [String!]!
  Articles: [Article!]!
}

type Vendor {
  ID: ID!
  Locale: String!
}

enum ArticleType { ${ARTICLE_TYPES.join(' ')} }

"Something that can be ordered, at Price and the surcharges of the options that are chosen."
type Article {
  ID: ID!
  ArticleType: ArticleType!
  Title(Locale: String): String!
  PageWidth: Int!
  PageHeight: Int!
  "Articles that are not visible are no longer sold."
  Visible: Boolean!
  Price: Int!
  "Of what has pages: how many the price includes, and what each further one costs."
  Pages: Pages
  Links: [Link!]!
  Sizes: [Size!]!
  Papers: [Option!]!
  Frames: [Option!]!
  Covers: [Option!]!
  QuantitySteps: QuantitySteps!
}

type Pages {
  Included: Int!
  Maximum: Int!
  Step: Int!
  PricePerExtra: Int!
}

type Link {
  "details, order or picture"
  Relation: String!
  Url: String!
}

"One choice of a group of options, of which one is chosen where there are any."
type Option {
  ID: ID!
  Title(Locale: String): String!
  Surcharge: Int!
}

type Size {
  ID: ID!
  Title(Locale: String): String!
  Surcharge: Int!
  Width: Int!
  Height: Int!
}

"Quantities that can be ordered: from Minimum to Maximum in steps."
type QuantitySteps {
  Minimum: Int!
  Maximum: Int!
  Step: Int!
}
`);

/** The merchandise in the names of the schema. */
export function toRootValue({ channels }: Merchandise) {
  const views = new Map(channels.map((channel) => [channel.id, toChannelView(channel)]));
  return {
    Channels: [...views.values()],
    Channel: ({ ID }: { ID: string }) => views.get(ID) ?? null,
  };
}

function toChannelView(channel: MerchandiseChannel) {
  const { id, vendor, shopUrl, currency, languages, articles } = channel;
  return {
    ID: id,
    Vendor: { ID: vendor.id, Locale: vendor.locale },
    ShopUrl: shopUrl,
    Currency: currency,
    Languages: languages,
    Articles: articles.map((article) => toArticleView(article, channel)),
  };
}

type Languages = Pick<MerchandiseChannel, 'vendor' | 'languages'>;

function toArticleView(article: Article, languages: Languages) {
  const { pages, quantity } = article;
  const optionsIn = (options: Article['papers']) => options.map((option) => toOptionView(option, languages));
  return {
    ID: article.id,
    ArticleType: article.type,
    Title: titleIn(article.title, languages),
    PageWidth: article.pageWidth,
    PageHeight: article.pageHeight,
    Visible: article.visible,
    Price: article.price,
    Pages: pages
      ? {
          Included: pages.included,
          Maximum: pages.maximum,
          Step: pages.step,
          PricePerExtra: pages.pricePerExtra,
        }
      : null,
    Links: article.links.map(({ relation, url }) => ({ Relation: relation, Url: url })),
    Sizes: article.sizes.map((size) => ({
      ...toOptionView(size, languages),
      Width: size.width,
      Height: size.height,
    })),
    Papers: optionsIn(article.papers),
    Frames: optionsIn(article.frames),
    Covers: optionsIn(article.covers),
    QuantitySteps: { Minimum: quantity.minimum, Maximum: quantity.maximum, Step: quantity.step },
  };
}

function toOptionView({ id, title, surcharge }: Article['papers'][number], languages: Languages) {
  return { ID: id, Title: titleIn(title, languages), Surcharge: surcharge };
}

/** A language that the channel does not have falls back to its own. */
function titleIn(title: Text, { vendor, languages }: Languages) {
  return ({ Locale }: { Locale?: string | null }): string => {
    const requested = languages.find((locale) => locale === Locale);
    return inLanguage(title, requested ?? vendor.locale);
  };
}
