import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { code, day, days, id, instant, label } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { sentInstant } from '../platform/sent-instant.ts';

/** How far ahead a date may be. */
export const NEEDED_WITHIN_YEARS = 2;
export const NEEDED_WITHIN_DAYS = NEEDED_WITHIN_YEARS * 365;
/** Maximum length of an occasion, in characters. */
export const MAX_OCCASION_LENGTH = 80;
/** How long the bell shows news about a date, in days. */
export const NEEDED_NEWS_DAYS = 14;

/**
 * How a date compares with the promised days of arrival, both inclusive: `in-time` if even the last one is early enough,
 * `tight` if only the first is, `late` if none is. `unknown`: nothing was promised. `arrived`: it has arrived in time.
 */
export const NEEDED_VERDICTS = ['in-time', 'tight', 'late', 'unknown', 'arrived'] as const;
export type NeededVerdict = (typeof NEEDED_VERDICTS)[number];

/** The day by which a project or an order is needed, in its channel's calendar, and whether it will arrive by then. */
export const neededBy = z.object({
  date: z.string(),
  /** In the customer's own words. */
  occasion: z.nullable(z.string()),
  /** Identifies the version a change is based on. */
  changedAt: instant,
  verdict: z.enum(NEEDED_VERDICTS),
  /** Expected arrival of an order; of a project, if it were ordered now. */
  arrival: z.nullable(days),
  /** Order deadline of a project to arrive in time; null for an order, and if nothing is promised. */
  orderBy: z.nullable(instant),
  timeZone: z.string(),
  /** Other articles that would arrive in time if ordered now; empty while the project itself would. */
  alternatives: z.array(z.object({ article: z.string(), title: z.string(), orderBy: z.nullable(instant) })),
});
export type NeededBy = z.infer<typeof neededBy>;

const body = z.strictObject({
  /** The last acceptable day; null removes the date. */
  date: z.nullable(day),
  occasion: z.optional(label.check(z.maxLength(MAX_OCCASION_LENGTH))),
  /** `changedAt` of the date the customer saw; null if there was none. */
  basedOn: z.nullable(sentInstant),
});
const response = z.object({ neededBy: z.nullable(neededBy) });

/**
 * Sets, changes or removes the date by which a saved project is needed. 409 when it has changed since the given version; 400
 * for a day in the past by the channel's calendar, or more than two years ahead.
 */
export const setProjectNeededBy = endpoint({
  name: 'setProjectNeededBy',
  budgets: [{ calls: 120, seconds: HOUR_SECONDS, isShared: true }],
  service: 'projects',
  method: 'PUT',
  path: '/api/v2/project/{projectId}/needed-by',
  params: z.object({ projectId: id }),
  body,
  response,
  problems: ['conflict'],
  sample: ({ projectId, neededDateVersion }) => ({
    params: { projectId },
    body: { date: '2027-12-24', basedOn: neededDateVersion },
  }),
});

/** The same for an order; also 409 once it has been delivered or cancelled. */
export const setOrderNeededBy = endpoint({
  name: 'setOrderNeededBy',
  budgets: [{ calls: 120, seconds: HOUR_SECONDS, isShared: true }],
  service: 'orders',
  method: 'PUT',
  path: '/v1/superorders/{orderCode}/needed-by',
  params: z.object({ orderCode: code }),
  body,
  response,
  problems: ['conflict'],
  sample: ({ orderCode, neededDateVersion }) => ({
    params: { orderCode },
    body: { date: '2027-12-24', basedOn: neededDateVersion },
  }),
});

/** Changes that customers are notified of, by mail and by the bell. */
export const NEEDED_NEWS = ['in-time', 'tight', 'late', 'three-days', 'one-day'] as const;
export type NeededNews = (typeof NEEDED_NEWS)[number];

/** Recent notifications that still apply, latest first. */
export const getNeededNews = endpoint({
  name: 'getNeededNews',
  service: 'orders',
  method: 'GET',
  path: '/needed-by/news/me',
  response: z.object({
    items: z.array(
      z.object({
        kind: z.enum(['project', 'order']),
        /** Id of the project or code of the order. */
        reference: z.string(),
        title: z.nullable(z.string()),
        date: z.string(),
        occasion: z.nullable(z.string()),
        news: z.enum(NEEDED_NEWS),
        toldAt: instant,
      }),
    ),
  }),
});
