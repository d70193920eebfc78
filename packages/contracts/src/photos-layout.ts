import * as z from 'zod/mini';
import { count, id } from './fields.ts';

/**
 * Layout of many photos in a few bytes each, so that heights, jumps and whole selections are exact before a page
 * arrives. Columns in the order of the sort, base64: `ids` 16 bytes a photo (the UUID), `ratios` 2 bytes a photo
 * (big-endian width / height * 1000, 0 while unknown).
 */
export const photosLayout = z.object({ count, ids: z.string(), ratios: z.string() });
export type PhotosLayout = z.infer<typeof photosLayout>;

/** The same of a shared album, whose photos belong to several customers: `owners` is 2 bytes a photo, a big-endian place in `ownerIds`. */
export const sharedPhotosLayout = z.extend(photosLayout, { ownerIds: z.array(id), owners: z.string() });
export type SharedPhotosLayout = z.infer<typeof sharedPhotosLayout>;
