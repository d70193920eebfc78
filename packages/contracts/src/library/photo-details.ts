import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count, id, instant } from '../platform/fields.ts';

/** The camera and its settings, according to the file. */
const camera = z.object({
  make: z.optional(z.string()),
  model: z.optional(z.string()),
  lens: z.optional(z.string()),
  /** The actual focal length in millimetres, independent of the sensor size. */
  focalLength: z.optional(z.number()),
  fNumber: z.optional(z.number()),
  /** In seconds. */
  exposureTime: z.optional(z.number()),
  /** ISO speed. */
  iso: z.optional(z.int()),
});

/** What a photo's file says beyond what every page of photos includes. Its location is neither stored nor shown. */
export const photoDescription = z.object({
  camera,
  /** The file has not been read for these yet. */
  isAwaited: z.optional(z.literal(true)),
  /** The date as written in the file, while the date that the file says is unknown. */
  writtenDate: z.optional(z.string()),
});
export type PhotoDescription = z.infer<typeof photoDescription>;

/** Maximum albums and orders listed by name in the details; the rest are only counted. */
export const DETAILS_LIST_SIZE = 50;

const photoDetails = z.extend(photoDescription, {
  /** The customer's albums that contain it, most recently changed first. */
  albums: z.array(z.object({ albumId: id, albumName: z.string() })),
  albumsCount: count,
  /** The orders it was used in, latest first. */
  orders: z.array(z.object({ orderCode: z.string(), createdAt: instant })),
  ordersCount: count,
  /** Present when the customer set the date taken: what the file says, if it says any. */
  corrected: z.optional(z.object({ recordedDate: z.optional(z.string()) })),
});
export type PhotoDetails = z.infer<typeof photoDetails>;

/** Further details of a photo, only for its owner (a call of our own). */
export const getPhotoDetails = endpoint({
  name: 'getPhotoDetails',
  service: 'photoManagement',
  method: 'GET',
  path: '/photos/{photoId}/details',
  params: z.object({ photoId: id }),
  response: photoDetails,
  sample: ({ photoId }) => ({ params: { photoId } }),
});
