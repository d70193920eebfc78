import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count } from './fields.ts';
import { listedOrder } from './order-queries.ts';
import { libraryCounts, photo } from './photos.ts';
import { project } from './projects.ts';
import { storageAccount } from './retention.ts';
import { voucher } from './vouchers.ts';

/** Orders and projects that the overview shows; `total` says how many there are. */
export const OVERVIEW_ROWS = 3;
/** Photos that it shows. */
export const OVERVIEW_PHOTOS = 12;

/** What each part of the overview tells. A part that has nothing to tell is null in the answer. */
const overviewValues = {
  /** Orders on their way, those that wait for the payment first. */
  orders: z.object({ orders: z.array(listedOrder), total: count }),
  /** How long the photos are kept and how full the library is, once either is urgent. */
  storage: z.object({ account: storageAccount, counts: libraryCounts }),
  /** The latest photos and how many there are; nothing while the library is hidden. */
  photos: z.object({ images: z.array(photo), photosCount: count }),
  /** Saved projects, those first that end soon. */
  projects: z.object({ items: z.array(project), total: count }),
  /** Vouchers that can still be used, those first that end soon. */
  vouchers: z.object({ items: z.array(voucher), total: count }),
};

export type OverviewPartName = keyof typeof overviewValues;
export type OverviewValue<Name extends OverviewPartName> = z.infer<(typeof overviewValues)[Name]>;

/** A part fails by itself, under a reference of the whole answer. A part that the installation does not have is absent. */
const answerOf = <Value extends z.ZodMiniType>(value: Value) =>
  z.optional(
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('ok'), value: z.nullable(value) }),
      z.object({ status: z.literal('failed'), correlationId: z.string() }),
    ]),
  );

/** What customers see first, in one answer: each part as it stands, or that it failed (a call of our own). */
export const getOverview = endpoint({
  name: 'getOverview',
  service: 'overview',
  method: 'GET',
  path: '/me',
  query: z.object({
    /** Names of parts, separated by commas; all of them unless told. */
    parts: z.optional(z.string().check(z.regex(/^[a-zA-Z]{1,40}(,[a-zA-Z]{1,40}){0,19}$/))),
  }),
  response: z.object({
    orders: answerOf(overviewValues.orders),
    storage: answerOf(overviewValues.storage),
    photos: answerOf(overviewValues.photos),
    projects: answerOf(overviewValues.projects),
    vouchers: answerOf(overviewValues.vouchers),
  }),
});
