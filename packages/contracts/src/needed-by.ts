import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, day, id, instant, label } from './fields.ts';

/** How far ahead a date may be, in days: two years. */
export const NEEDED_WITHIN_DAYS = 730;
/** Longest occasion, in characters. */
export const MAX_OCCASION_LENGTH = 80;
/** How long the bell tells of a date, in days. */
export const NEEDED_NEWS_DAYS = 14;

/**
 * How a date stands against the days of arrival, both ends of which count: `in-time` when the last of them is no later,
 * `tight` when only the first is, `late` when none is. `unknown`: nobody promised anything. `arrived`: it came in time.
 */
export const NEEDED_VERDICTS = ['in-time', 'tight', 'late', 'unknown', 'arrived'] as const;
export type NeededVerdict = (typeof NEEDED_VERDICTS)[number];

const days = z.object({ from: z.string(), to: z.string() });

/** The day by which a project or an order is needed, in the calendar of its channel, and whether it will be there by then. */
export const neededBy = z.object({
  date: z.string(),
  /** In the customer's own words. */
  occasion: z.nullable(z.string()),
  /** Names the version that a change is based on. */
  changedAt: instant,
  verdict: z.enum(NEEDED_VERDICTS),
  /** Of an order as it is expected; of a project if it is ordered now. */
  arrival: z.nullable(days),
  /** Until when to order a project so that it is there in time; null for an order, and where nothing is promised. */
  orderBy: z.nullable(instant),
  timeZone: z.string(),
  /** Other articles that are there in time if they are ordered now; none while the project itself is. */
  alternatives: z.array(z.object({ article: z.string(), title: z.string(), orderBy: z.nullable(instant) })),
});
export type NeededBy = z.infer<typeof neededBy>;

const body = z.strictObject({
  /** The last day on which it helps; null takes the date away. */
  date: z.nullable(day),
  occasion: z.optional(label.check(z.maxLength(MAX_OCCASION_LENGTH))),
  /** `changedAt` of the date that the customer saw; null when there was none. */
  basedOn: z.nullable(instant),
});
const response = z.object({ neededBy: z.nullable(neededBy) });

/**
 * Sets, changes or takes away the date by which a saved project is needed. 409 when it was changed since the version that this
 * is based on; 400 for a day that has passed in the channel's calendar, or is more than two years away.
 */
export const setProjectNeededBy = endpoint({
  name: 'setProjectNeededBy',
  service: 'projects',
  method: 'PUT',
  path: '/api/v2/project/{projectId}/needed-by',
  params: z.object({ projectId: id }),
  body,
  response,
});

/** The same for an order; 409 also once it has been delivered or cancelled. */
export const setOrderNeededBy = endpoint({
  name: 'setOrderNeededBy',
  service: 'orders',
  method: 'PUT',
  path: '/v1/superorders/{orderCode}/needed-by',
  params: z.object({ orderCode: code }),
  body,
  response,
});

/** What customers are told without looking: by mail and by the bell. */
export const NEEDED_NEWS = ['in-time', 'tight', 'late', 'three-days', 'one-day'] as const;
export type NeededNews = (typeof NEEDED_NEWS)[number];

/** What the customer was told of late that is still so, the latest first. */
export const getNeededNews = endpoint({
  name: 'getNeededNews',
  service: 'orders',
  method: 'GET',
  path: '/needed-by/news/me',
  response: z.object({
    items: z.array(
      z.object({
        kind: z.enum(['project', 'order']),
        /** Id of the project, code of the order. */
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
