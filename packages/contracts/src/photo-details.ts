import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id, instant } from './fields.ts';

/** What a photo was taken with, as its file says. */
const camera = z.object({
  make: z.optional(z.string()),
  model: z.optional(z.string()),
  lens: z.optional(z.string()),
  /** Millimetres of the lens itself, whatever the size of the sensor. */
  focalLength: z.optional(z.number()),
  fNumber: z.optional(z.number()),
  /** Seconds. */
  exposureTime: z.optional(z.number()),
  /** ISO speed. */
  iso: z.optional(z.int()),
});

/** What a photo's file says, beside what every page of photos tells. Its place is neither kept nor shown. */
export const photoDescription = z.object({
  camera,
  /** The file was not read for these yet. */
  isAwaited: z.optional(z.literal(true)),
  /** What is written as its date, while the date taken is unknown. */
  writtenDate: z.optional(z.string()),
});
export type PhotoDescription = z.infer<typeof photoDescription>;

/** Albums and orders that the details of a photo name; beyond that they are only counted. */
export const DETAILS_LIST_SIZE = 50;

const photoDetails = z.extend(photoDescription, {
  /** The customer's albums that it is in, those that changed last first. */
  albums: z.array(z.object({ albumId: id, albumName: z.string() })),
  albumsCount: count,
  /** The orders that it was used in, the latest first. */
  orders: z.array(z.object({ orderCode: z.string(), createdAt: instant })),
  ordersCount: count,
});
export type PhotoDetails = z.infer<typeof photoDetails>;

/** What else is known of a photo: for its owner alone (a call of our own). */
export const getPhotoDetails = endpoint({
  name: 'getPhotoDetails',
  service: 'photoManagement',
  method: 'GET',
  path: '/photos/{photoId}/details',
  params: z.object({ photoId: id }),
  response: photoDetails,
});
