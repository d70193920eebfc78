import * as z from 'zod/mini';
import { postalAddress } from '../account/postal-address.ts';
import { chosenOptions } from '../creations/article-options.ts';
import { bookContent } from '../creations/photo-books.ts';
import { deliveryType } from '../orders/orders.ts';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, id, ids } from '../platform/fields.ts';

const service = 'orders';
const channel = z.string().check(z.minLength(1), z.maxLength(50));
const projectCode = z.object({ projectCode: code });

const printsContent = z.strictObject({
  kind: z.literal('prints'),
  photoIds: ids,
  productCode: z.string().check(z.maxLength(64)),
  /** Prints per photo. */
  quantity: z.int().check(z.minimum(1), z.maximum(99)),
  deliveryType,
  /** Absent: the home address known to the shop. */
  deliveryAddress: z.optional(postalAddress),
  options: z.optional(chosenOptions),
});
export type PrintsContent = z.infer<typeof printsContent>;

/** Prints or a photo book. */
export const demoProjectContent = z.discriminatedUnion('kind', [printsContent, bookContent]);
/** The content of a project begun in the demo shop. */
export type DemoProjectContent = z.infer<typeof demoProjectContent>;

/** A photo of a project that is still in the library. */
const projectPhoto = z.object({
  id,
  fileName: z.string(),
  /** Pixel size as seen, after orientation; absent until decoded. */
  width: z.optional(count),
  height: z.optional(count),
  /** Wall time; absent if unknown. */
  takenAt: z.optional(z.string()),
  /** Append `/300`, `/800` or `/1300`; null while there are no thumbnails. */
  url: z.nullable(z.string()),
});
export type DemoProjectPhoto = z.infer<typeof projectPhoto>;

/** Characters of a book's title that cannot be printed, separated by blanks; the book is made without them. */
const lettersLeftOut = z.string();

/** The latest saved version of a project of the demo shop, from any device. 404 when the customer has no project of that code. */
export const getDemoProject = endpoint({
  name: 'getDemoProject',
  service,
  method: 'GET',
  path: '/demo-shop/projects/{projectCode}',
  params: projectCode,
  response: z.object({
    version: count,
    channel: z.string(),
    content: demoProjectContent,
    photos: z.array(projectPhoto),
    /** The order that the project became, which ended it. */
    orderCode: z.nullable(z.string()),
    lettersLeftOut,
  }),
  sample: ({ projectCode }) => ({ params: { projectCode } }),
});

/**
 * Saves a project under a code chosen at the first save, and reports it to the saved projects. Identical content changes
 * nothing. 409 when another device has saved meanwhile, or when the project has been ordered.
 */
export const saveDemoProject = endpoint({
  name: 'saveDemoProject',
  service,
  method: 'PUT',
  path: '/demo-shop/projects/{projectCode}',
  params: projectCode,
  body: z.strictObject({
    channel,
    /** The version this change is based on; 0 for a new project. */
    basedOn: count,
    content: demoProjectContent,
  }),
  response: z.object({
    version: count,
    /** Whether the customer has deleted it from the saved projects; the saved content is kept there. */
    isDeleted: z.boolean(),
    lettersLeftOut,
  }),
  problems: ['conflict'],
  sample: ({ projectCode, channel, photoId }) => ({
    params: { projectCode },
    body: {
      channel,
      basedOn: 1,
      content: {
        kind: 'prints',
        photoIds: [photoId],
        productCode: 'PAP_910',
        quantity: 2,
        deliveryType: 'Home',
      },
    },
  }),
});

/**
 * Begins a photo book from a temporary selection, laid out by date, and returns the code of its project. Repeating the call
 * returns the same project in its current state. 400 for more photos than a book can have.
 */
export const beginDemoBook = endpoint({
  name: 'beginDemoBook',
  service,
  method: 'POST',
  path: '/demo-shop/books',
  body: z.object({ tempSelectionId: id, channel }),
  response: z.object({ projectCode: code }),
  problems: ['not-found'],
  sample: ({ tempSelectionId, channel }) => ({ body: { tempSelectionId, channel } }),
});
