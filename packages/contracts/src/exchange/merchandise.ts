import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count } from '../platform/fields.ts';

/**
 * The merchandise of one channel, as its product pages request it. Prices are whole pence, cents or öre, sizes millimetres. The
 * schema supports introspection at the same address.
 */
export const CHANNEL_DOCUMENT = `query Channel($ID: ID!) {
  Channel(ID: $ID) {
    ID Vendor { ID Locale } ShopUrl Currency
    Articles {
      ID ArticleType Title PageWidth PageHeight Visible Price
      Pages { Included Maximum Step PricePerExtra }
      Links { Relation Url }
      Sizes { ID Title Surcharge Width Height }
      Papers { ID Title Surcharge }
      Frames { ID Title Surcharge }
      Covers { ID Title Surcharge }
      QuantitySteps { Minimum Maximum Step }
    }
  }
}`;

const option = z.object({ ID: z.string(), Title: z.string(), Surcharge: count });
const size = z.extend(option, { Width: count, Height: count });

const article = z.object({
  ID: z.string(),
  /** Print, PhotoBook, WallArt, Frame, Calendar, Card or Gift; more may be added. */
  ArticleType: z.string(),
  Title: z.string(),
  PageWidth: count,
  PageHeight: count,
  Visible: z.boolean(),
  Price: count,
  Pages: z.nullable(z.object({ Included: count, Maximum: count, Step: count, PricePerExtra: count })),
  Links: z.array(z.object({ Relation: z.string(), Url: z.string() })),
  Sizes: z.array(size),
  Papers: z.array(option),
  Frames: z.array(option),
  Covers: z.array(option),
  QuantitySteps: z.object({ Minimum: count, Maximum: count, Step: count }),
});
export type MerchandiseArticle = z.infer<typeof article>;

const channel = z.object({
  ID: z.string(),
  Vendor: z.object({ ID: z.string(), Locale: z.string() }),
  ShopUrl: z.string(),
  Currency: z.string(),
  Articles: z.array(article),
});

/** GraphQL over HTTP with `CHANNEL_DOCUMENT`; null for a channel without merchandise. */
export const queryChannel = endpoint({
  name: 'queryChannel',
  service: 'merchandise',
  method: 'POST',
  path: '/graphql',
  access: 'public',
  body: z.object({ query: z.string(), variables: z.object({ ID: z.string() }) }),
  response: z.object({ data: z.object({ Channel: z.nullable(channel) }) }),
  sample: ({ channel }) => ({ body: { query: CHANNEL_DOCUMENT, variables: { ID: channel } } }),
});
