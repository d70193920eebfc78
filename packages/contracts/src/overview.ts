import * as z from 'zod/mini';
import { project } from './creations/projects.ts';
import { libraryCounts, photo } from './library/photos.ts';
import { storageAccount } from './library/retention.ts';
import { listedOrder } from './orders/order-queries.ts';
import { voucher } from './orders/vouchers.ts';
import { endpoint } from './platform/endpoint.ts';
import { count } from './platform/fields.ts';
import { OVERVIEW_PATH, type OverviewPartName } from './platform/start-of-page.ts';

/** Number of orders and projects shown in the overview; `total` counts all. */
export const OVERVIEW_ROWS = 3;
/** Number of photos shown in the overview. */
export const OVERVIEW_PHOTOS = 12;
/** Number of photos shown of this day in an earlier year. */
export const OVERVIEW_PRINTS = 3;

const someOrders = z.object({ orders: z.array(listedOrder), total: count });

/** Each part can fail on its own; the reference is that of the whole answer. A part that the installation lacks is absent. */
const answerOf = <Value extends z.ZodMiniType>(value: Value) =>
  z.optional(
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('ok'), value: z.nullable(value) }),
      z.object({ status: z.literal('failed'), correlationId: z.string() }),
    ]),
  );

/** The parts of the overview. One with nothing to show is null in the answer. */
const parts = {
  /** Orders with something still to come: those to be paid, and those on their way, what waits to be collected first. */
  orders: answerOf(z.object({ unpaid: someOrders, onTheirWay: someOrders })),
  /** How long photos are kept and how full the library is, once either is urgent. */
  storage: answerOf(z.object({ account: storageAccount, counts: libraryCounts })),
  /** The latest photos and their total; null while the library is hidden. */
  photos: answerOf(z.object({ images: z.array(photo), photosCount: count })),
  /** Some photos taken on this day of an earlier year, `YYYY-MM-DD`, and how many there are; none whose date is unknown. */
  onThisDay: answerOf(
    z.object({
      day: z.string(),
      yearsAgo: z.int().check(z.positive()),
      images: z.array(photo),
      photosCount: count,
    }),
  ),
  /** Saved projects; those about to expire first. */
  projects: answerOf(z.object({ items: z.array(project), total: count })),
  /** Vouchers that can still be used; those about to expire first. */
  vouchers: answerOf(z.object({ items: z.array(voucher), total: count })),
} satisfies Record<OverviewPartName, z.ZodMiniType>;

type Succeeded<Name extends OverviewPartName> = Extract<z.infer<(typeof parts)[Name]>, { status: 'ok' }>;
export type OverviewValue<Name extends OverviewPartName> = NonNullable<Succeeded<Name>['value']>;

/** The overview in one answer: each part with its value or its failure (a call of our own). */
export const getOverview = endpoint({
  name: 'getOverview',
  service: 'overview',
  method: 'GET',
  path: OVERVIEW_PATH,
  query: z.object({
    /** Names of parts; all by default. */
    parts: z.optional(
      z.array(z.string().check(z.regex(/^[a-zA-Z]{1,40}$/))).check(z.minLength(1), z.maxLength(20)),
    ),
  }),
  response: z.object(parts),
});
