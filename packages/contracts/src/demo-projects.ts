import * as z from 'zod/mini';
import { chosenOptions } from './article-options.ts';
import { endpoint } from './endpoint.ts';
import { code, count, id, ids } from './fields.ts';
import { deliveryType, orderAddress } from './orders.ts';
import { bookContent } from './photo-books.ts';

const service = 'orders';
const channel = z.string().check(z.minLength(1), z.maxLength(50));
const projectCode = z.object({ projectCode: code });

const printsContent = z.strictObject({
  kind: z.literal('prints'),
  photoIds: ids,
  productCode: z.string().check(z.maxLength(64)),
  /** Prints of each photo. */
  quantity: z.int().check(z.minimum(1), z.maximum(99)),
  deliveryType,
  /** Absent: the home that the shop knows. */
  deliveryAddress: z.optional(orderAddress),
  options: z.optional(chosenOptions),
});
export type PrintsContent = z.infer<typeof printsContent>;

/** Prints or a photo book. */
export const demoProjectContent = z.discriminatedUnion('kind', [printsContent, bookContent]);
/** What a customer has begun in the demo shop. */
export type DemoProjectContent = z.infer<typeof demoProjectContent>;

/** A photo of a project that is still in the library. */
const projectPhoto = z.object({
  id,
  fileName: z.string(),
  /** Pixels as it is seen; absent until it was decoded. */
  width: z.optional(count),
  height: z.optional(count),
  /** Wall time; absent when it is not known. */
  takenAt: z.optional(z.string()),
  /** Append `/300`, `/800` or `/1300`; null while there are no thumbnails. */
  url: z.nullable(z.string()),
});
export type DemoProjectPhoto = z.infer<typeof projectPhoto>;

/** Characters of a book's title that cannot be printed, with blanks between them; the book is made without them. */
const lettersLeftOut = z.string();

/** A project of the demo shop as it was saved last, on whichever device. 404 when the customer has none of that code. */
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
    /** The order that it has become, which ended it. */
    orderCode: z.nullable(z.string()),
    lettersLeftOut,
  }),
});

/**
 * Saves what a customer has begun, under a code that the first save chooses, and tells the saved projects. The same content
 * again changes nothing. 409 when another device saved meanwhile, or it was ordered.
 */
export const saveDemoProject = endpoint({
  name: 'saveDemoProject',
  service,
  method: 'PUT',
  path: '/demo-shop/projects/{projectCode}',
  params: projectCode,
  body: z.strictObject({
    channel,
    /** The version that was changed; 0 for a new project. */
    basedOn: count,
    content: demoProjectContent,
  }),
  response: z.object({
    version: count,
    /** The customer deleted it from the saved projects; what was saved is kept there. */
    isDeleted: z.boolean(),
    lettersLeftOut,
  }),
});

/**
 * Begins a photo book of a temporary selection, laid out by date, and answers the code of its project. Begun again it is
 * the same project, as it is by then. 400 for more photos than a book can have.
 */
export const beginDemoBook = endpoint({
  name: 'beginDemoBook',
  service,
  method: 'POST',
  path: '/demo-shop/books',
  body: z.object({ tempSelectionId: id, channel }),
  response: z.object({ projectCode: code }),
});
