import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, day, id, ids } from '../platform/fields.ts';
import { HOUR_SECONDS, YEAR_SECONDS } from '../platform/limits.ts';

/** What is certain of a partial date: its day, month or year alone. */
export const PARTIAL_PRECISIONS = ['day', 'month', 'year'] as const;
/** How exact a date is that a customer set. */
export type DatePrecision = 'second' | (typeof PARTIAL_PRECISIONS)[number];

/** Days for which a change of dates can be taken back. */
export const DATE_UNDO_DAYS = 30;

/** Longest shift, in seconds: longer than there have been photos. */
export const MAX_SHIFT_SECONDS = 250 * YEAR_SECONDS;

/** Wall time as a customer sets it: `1974`, `1974-07`, `1974-07-04` or `1974-07-04T15:30:00`; what is left out is unknown. */
const partialDate = z.union([
  z.string().check(z.regex(/^\d{4}$/)),
  z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
  day,
  // No instant, which would have an offset.
  z.string().check(z.regex(z.regexes.datetime({ local: true, precision: 0 })), z.regex(/\d$/)),
]);

/**
 * What becomes of dates: all get the same one, in the order they have; each moves by as many seconds, back if negative, where it
 * has a time; or each is again what the file says.
 */
const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), date: partialDate }),
  z.object({
    kind: z.literal('shift'),
    seconds: z.int().check(
      z.minimum(-MAX_SHIFT_SECONDS),
      z.maximum(MAX_SHIFT_SECONDS),
      z.refine((seconds) => seconds !== 0, 'must not be 0'),
    ),
  }),
  z.object({ kind: z.literal('recorded') }),
]);
export type DateChange = z.infer<typeof change>;

const body = z.object({ photoIds: ids, change });

const counts = z.object({
  /** How many photos have another date. */
  photosCount: count,
  /** How many stay: unknown or partial dates when shifting, dates that would leave the range, and such as the file says already. */
  unchangedCount: count,
});

/**
 * Changes the dates taken of photos, never their files. Ids that are not (or no longer) photos of the customer are left out, and
 * refused if there are no others. A date before 1826 or after tomorrow is refused (a call of our own).
 */
export const changeDates = endpoint({
  name: 'changeDates',
  service: 'photoManagement',
  method: 'POST',
  path: '/photos/dates',
  idempotencyKey: 'required',
  body,
  response: z.extend(counts, {
    /** By which `undoDates` takes the change back, for DATE_UNDO_DAYS; absent if nothing changed. */
    changeId: z.optional(id),
  }),
  problems: ['not-found'],
  sample: ({ photoId }) => ({
    body: { photoIds: [photoId], change: { kind: 'shift', seconds: HOUR_SECONDS } },
  }),
});

/** A date before and after a change; absent where it is unknown. */
const changedDate = z.object({ from: z.optional(z.string()), to: z.optional(z.string()) });

/** What the same call of `changeDates` would do now. */
export const previewDates = endpoint({
  name: 'previewDates',
  service: 'photoManagement',
  method: 'POST',
  path: '/photos/dates/preview',
  body,
  response: z.extend(counts, {
    /** The first and the last of them in the order they have; absent if none changes. */
    first: z.optional(changedDate),
    last: z.optional(changedDate),
    /** Months with more or fewer photos afterwards, the earliest first. */
    months: z.array(
      z.object({
        /** `2024-07`; `1970-01` is that of unknown dates, too. */
        month: z.string(),
        /** Negative if photos leave it. */
        change: z.int(),
      }),
    ),
  }),
  problems: ['not-found'],
  sample: ({ photoId }) => ({ body: { photoIds: [photoId], change: { kind: 'recorded' } } }),
});

/** Takes a change back; photos whose dates were changed again since then stay, and repeating it does nothing. */
export const undoDates = endpoint({
  name: 'undoDates',
  service: 'photoManagement',
  method: 'POST',
  path: '/photos/dates/undo',
  body: z.object({ changeId: id }),
  response: z.object({ photosCount: count }),
  problems: ['not-found'],
  sample: ({ dateChangeId }) => ({ body: { changeId: dateChangeId } }),
});
