import * as z from 'zod/mini';
import { endpoint, type ResponseOf } from '../platform/endpoint.ts';
import { id } from '../platform/fields.ts';

/** Photos for which dates are suggested at once: as many as a page of the timeline shows, about. */
export const MAX_SUGGESTED = 100;

/** Dates suggested for one photo. */
export const MAX_CANDIDATES = 3;

/** Names without control characters come from files and customers. */
const name = z.string();

/** Why a date may be right. */
const reason = z.discriminatedUnion('kind', [
  /** The name of the file says so. */
  z.object({ kind: z.literal('name') }),
  /** Files with numbers before and after its own, or only on one side, were taken then. */
  z.object({ kind: z.literal('neighbours'), fileNames: z.array(name) }),
  /** The name of an album that it is in says so. */
  z.object({ kind: z.literal('album-name'), albumName: name }),
  /** So do the dates of the other photos of an album. */
  z.object({ kind: z.literal('album-photos'), albumName: name }),
]);
export type DateReason = z.infer<typeof reason>;

const candidate = z.object({
  /** As `changeDates` takes it: `1974`, `1974-07`, `1974-07-04` or `1974-07-04T15:30:00`, as much as is likely. */
  date: z.string(),
  /** One, or several that agree. */
  reasons: z.array(reason),
});
export type DateCandidate = z.infer<typeof candidate>;

/**
 * Dates that photos without any may have, the likeliest first; several of one photo contradict one another. Photos with dates, those
 * for which there is nothing to suggest, and ids of others are left out. Nothing is stored (a call of our own).
 */
export const suggestDates = endpoint({
  name: 'suggestDates',
  service: 'photoManagement',
  method: 'POST',
  path: '/photos/dates/suggestions',
  body: z.object({ photoIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_SUGGESTED)) }),
  response: z.object({
    photos: z.array(z.object({ photoId: id, candidates: z.array(candidate) })),
  }),
  problems: ['not-found'],
  sample: ({ photoId }) => ({ body: { photoIds: [photoId] } }),
});
export type SuggestedDates = ResponseOf<typeof suggestDates>['photos'];

/** Outside an album, a camera's photos of so many days before and after the marked one are offered with it. */
export const CLOCK_SPAN_DAYS = 2;

/** The clock of one of two cameras. */
const clock = z.object({
  /** The marked photo. */
  photoId: id,
  /** As its file names it. */
  camera: z.object({ make: z.optional(z.string()), model: z.optional(z.string()) }),
  /** Seconds by which its photos move to agree with the other camera's; never 0. */
  shiftSeconds: z.int(),
  /** Its photos in the album, or of some days around the marked one, which is among them. */
  photoIds: z.array(id),
});

/**
 * Compares the clocks of two cameras by two photos of the same moment. There is nothing to move, and `obstacle` says why, if a photo
 * has no date with a time (`date`), if both are of one camera (`camera`), or of one time (`time`). A call of our own.
 */
export const compareClocks = endpoint({
  name: 'compareClocks',
  service: 'photoManagement',
  method: 'POST',
  path: '/photos/dates/clocks',
  body: z.object({ photoIds: z.array(id).check(z.length(2)), albumId: z.optional(id) }),
  response: z.object({
    clocks: z.array(clock),
    obstacle: z.optional(z.enum(['date', 'camera', 'time'])),
  }),
  problems: ['not-found'],
  sample: ({ photoId }) => ({ body: { photoIds: [photoId, photoId] } }),
});
