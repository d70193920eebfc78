import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, flag, id, instant, label, minorUnits, offset, rowsUpTo } from './fields.ts';
import { neededBy } from './needed-by.ts';
import { webAddress } from './orders.ts';

/** Projects of a page, and of a call unless told [PRJ-01, PRJ-05]. */
export const PROJECTS_PAGE_SIZE = 10;
/** How long a deleted project can be taken back, in days. */
export const DELETED_PROJECT_DAYS = 30;
/** Largest picture of a project, in bytes. */
export const MAX_PROJECT_PICTURE_BYTES = 20 * 1024 * 1024;
/** Photos of one project; more is also more than a request may weigh. */
const MAX_PHOTOS_PER_PROJECT = 20_000;

const service = 'projects';
const access = 'service';
const scope = 'projects';
const params = z.object({ projectCode: code });

/**
 * Keeps what a customer made in an editor, under the editor's own code. The newest version counts: one that is known changes
 * nothing, an earlier one neither, and another content under a known version is a 409. A project that the customer deleted
 * meanwhile is kept as deleted, so that nothing is lost: the answer says so. 404 when the customer is unknown.
 */
export const saveProject = endpoint({
  name: 'saveProject',
  service,
  method: 'PUT',
  path: '/projects/{projectCode}',
  access,
  scope,
  params,
  body: z.strictObject({
    customerId: id,
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
    /** Raised by the editor with each save. */
    version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    /** The customer's own name for it. */
    title: z.optional(label),
    /** What it becomes, in words: 'Photo book, 28 × 21 cm'. */
    product: z.optional(label),
    article: z.optional(code),
    /** What vouchers call such articles. */
    articleType: z.optional(code),
    /** What it costs now, in the channel's currency, before vouchers and delivery. */
    price: z.optional(minorUnits),
    pagesCount: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    /** Photos of the customer's library that it is made from; ids of other photos are kept and count as missing. */
    photoIds: z.optional(z.array(id).check(z.maxLength(MAX_PHOTOS_PER_PROJECT))),
    /** Where the customer goes on. */
    continueUrl: webAddress,
    /** When the customer last changed it; now, when absent. */
    changedAt: z.optional(instant),
    /** When the editor ends it; absent: it is kept. */
    keptUntil: z.optional(instant),
  }),
  response: z.object({
    projectId: id,
    /** The newest that is kept. */
    version: count,
    isDeleted: z.boolean(),
  }),
});

/** Keeps the picture of a project in the place of the one before it. 400 when the content has another SHA-256 than said. */
export const putProjectPicture = endpoint({
  name: 'putProjectPicture',
  service,
  method: 'PUT',
  path: '/projects/{projectCode}/picture',
  access,
  scope,
  params,
  query: z.object({ customerId: id, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  file: {
    types: ['image/jpeg', 'image/png', 'image/heic', 'application/octet-stream'],
    maxBytes: MAX_PROJECT_PICTURE_BYTES,
  },
  response: z.object({ pictureId: id }),
});

/** Ends a project for good: it became an order, or the editor keeps it no longer. An unknown one is ended already. */
export const endProject = endpoint({
  name: 'endProject',
  service,
  method: 'DELETE',
  path: '/projects/{projectCode}',
  access,
  scope,
  params,
  query: z.object({
    customerId: id,
    /** The order that it became: the date by which the customer needs it is the order's from then on. */
    orderCode: z.optional(code),
  }),
});

export const project = z.object({
  id,
  channel: z.string(),
  title: z.nullable(z.string()),
  product: z.nullable(z.string()),
  article: z.nullable(z.string()),
  articleType: z.nullable(z.string()),
  /** ISO 4217, of its channel. */
  currency: z.nullable(z.string()),
  price: z.nullable(z.number()),
  pagesCount: z.nullable(count),
  photosCount: count,
  /** Photos of it that are no longer in the library. */
  missingPhotosCount: count,
  changedAt: instant,
  keptUntil: z.nullable(instant),
  deletedAt: z.nullable(instant),
  /** When a deleted one is gone for good. */
  restorableUntil: z.nullable(instant),
  continueUrl: z.string(),
  /** Append `/300` or `/800`; null when there is no picture. */
  pictureUrl: z.nullable(z.string()),
  /** Null: the customer set no date. */
  neededBy: z.nullable(neededBy),
});
export type Project = z.infer<typeof project>;

/** [PRJ-06] The customer's projects, those changed last first; any other account's id is a 404. */
export const getProjects = endpoint({
  name: 'getProjects',
  service,
  method: 'GET',
  path: '/api/v2/projects/{accountId}',
  params: z.object({ accountId: id }),
  query: z.object({
    skip: z._default(offset, 0),
    limit: rowsUpTo(100, PROJECTS_PAGE_SIZE),
    /** The deleted ones instead, those deleted last first. */
    deleted: z._default(flag, false),
  }),
  response: z.object({ items: z.array(project), total: count }),
});

const projectId = z.object({ projectId: id });

/** [PRJ-02] It can be taken back for 30 days; one that is deleted already stays so. */
export const deleteProject = endpoint({
  name: 'deleteProject',
  service,
  method: 'DELETE',
  path: '/api/v2/project/{projectId}',
  params: projectId,
});

/** Takes a deleted project back; one that is not deleted stays as it is. 404 once it is gone for good. */
export const restoreProject = endpoint({
  name: 'restoreProject',
  service,
  method: 'POST',
  path: '/api/v2/project/{projectId}/restore',
  params: projectId,
});
