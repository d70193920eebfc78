import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { instant } from '../platform/fields.ts';

const service = 'orderCutOff';
/** The brand; by default that of the requested host. */
const query = z.object({ channel: z.optional(z.string().check(z.minLength(1), z.maxLength(50))) });

/** The time until which a group of articles must be ordered to keep a campaign's promise. */
const cutOff = z.object({
  /** Name of the campaign. */
  campaign: z.string(),
  title: z.string(),
  /** The end of a sentence: 'to have it before Christmas'. */
  promise: z.string(),
  orderBy: instant,
});
export type CutOff = z.infer<typeof cutOff>;

const articleGroup = z.object({
  name: z.string(),
  title: z.string(),
  /** Codes of its articles. */
  articles: z.array(z.string()),
  /** The next cut-off that customers are shown; null if there is none. */
  cutOff: z.nullable(cutOff),
});
export type ArticleGroup = z.infer<typeof articleGroup>;

/** The article groups of a channel with their next cut-offs. */
export const getArticleGroups = endpoint({
  name: 'getArticleGroups',
  service,
  method: 'GET',
  path: '/v1/ArticleGroup',
  access: 'public',
  query,
  response: z.object({
    /** The zone in which cut-offs are displayed. */
    timeZone: z.string(),
    /** The server's time, for browsers whose clock is wrong. */
    now: instant,
    articleGroups: z.array(articleGroup),
  }),
  sample: ({ channel }) => ({ query: { channel } }),
});

const campaign = z.object({
  name: z.string(),
  title: z.string(),
  promise: z.string(),
  timeZone: z.string(),
  now: instant,
  cutOffs: z.array(z.object({ articleGroup: z.string(), orderBy: instant, hasPassed: z.boolean() })),
});
export type CampaignView = z.infer<typeof campaign>;

/** A campaign with the cut-offs of all its groups, past ones included; 404 when the channel has no campaign of that name. */
export const getCampaign = endpoint({
  name: 'getCampaign',
  service,
  method: 'GET',
  path: '/v1/Campaign/{name}',
  access: 'public',
  params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(100)) }),
  query,
  response: campaign,
  sample: ({ channel }) => ({ params: { name: 'christmas' }, query: { channel } }),
});
