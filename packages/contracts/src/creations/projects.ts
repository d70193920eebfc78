import * as z from 'zod/mini';
import { neededBy } from '../orders/needed-by.ts';
import { webAddress } from '../orders/orders.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  code,
  count,
  flag,
  id,
  instant,
  label,
  minorUnits,
  offset,
  rowsUpTo,
  sha256,
  version,
} from '../platform/fields.ts';
import { type CustomerId, customerIdSchema } from '../platform/ids.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { sentInstant } from '../platform/sent-instant.ts';

/** Default page size, in projects [PRJ-01, PRJ-05]. */
export const PROJECTS_PAGE_SIZE = 10;
/** How long a deleted project can be restored, in days. */
export const DELETED_PROJECT_DAYS = 30;
/** Maximum size of a project's picture, in bytes. */
export const MAX_PROJECT_PICTURE_BYTES = 20 * 1024 * 1024;
/** Maximum photos per project; more would also exceed the size limit of a request. */
const MAX_PHOTOS_PER_PROJECT = 20_000;

/** A customer's project. */
export type ProjectRef = { customerId: CustomerId; projectId: string };

const service = 'projects';
const access = 'service';
const scope = 'projects';
const params = z.object({ projectCode: code });

/**
 * Stores what a customer has made in an editor, under the editor's own code. The newest version counts: known and earlier
 * versions change nothing; 409 for different content under a known version. If the customer has deleted the project meanwhile,
 * it is stored as deleted so that nothing is lost, and the answer says so. 404 when the customer is unknown.
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
    customerId: customerIdSchema,
    channel: z.string().check(z.minLength(1), z.maxLength(50)),
    /** Incremented by the editor with each save. */
    version,
    /** The customer's own title for it. */
    title: z.optional(label),
    /** Description of the product: 'Photo book, 28 × 21 cm'. */
    product: z.optional(label),
    article: z.optional(code),
    /** The article type as vouchers name it. */
    articleType: z.optional(code),
    /** Current price in the channel's currency, before vouchers and delivery. */
    price: z.optional(minorUnits),
    pagesCount: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    /** Photos of the customer's library that it is made from; other ids are stored and count as missing. */
    photoIds: z.optional(z.array(id).check(z.maxLength(MAX_PHOTOS_PER_PROJECT))),
    /** Where the customer continues editing. */
    continueUrl: webAddress,
    /** When the customer last changed it; defaults to now. */
    changedAt: z.optional(sentInstant),
    /** When the editor will delete it; absent: never. */
    keptUntil: z.optional(sentInstant),
  }),
  response: z.object({
    projectId: id,
    /** The newest stored version. */
    version: count,
    isDeleted: z.boolean(),
  }),
  problems: ['conflict'],
  sample: ({ projectCode, customerId, channel, photoId }) => ({
    params: { projectCode },
    body: {
      customerId,
      channel,
      version: 2,
      title: 'Summer by the sea',
      photoIds: [photoId],
      continueUrl: 'https://shop.example/editor/7',
    },
  }),
});

/** Stores the picture of a project, replacing the previous one. 400 when the content does not match the given SHA-256. */
export const putProjectPicture = endpoint({
  name: 'putProjectPicture',
  service,
  method: 'PUT',
  path: '/projects/{projectCode}/picture',
  access,
  scope,
  params,
  query: z.object({ customerId: customerIdSchema, sha256 }),
  file: {
    types: ['image/jpeg', 'image/png', 'image/heic', 'application/octet-stream'],
    maxBytes: MAX_PROJECT_PICTURE_BYTES,
  },
  response: z.object({ pictureId: id }),
  problems: ['not-a-photo'],
  sample: ({ projectCode, customerId, pictureSha256 }) => ({
    params: { projectCode },
    query: { customerId, sha256: pictureSha256 },
  }),
});

/** Ends a project permanently, because it was ordered or the editor no longer keeps it. Succeeds for an unknown one. */
export const endProject = endpoint({
  name: 'endProject',
  service,
  method: 'DELETE',
  path: '/projects/{projectCode}',
  access,
  scope,
  params,
  query: z.object({
    customerId: customerIdSchema,
    /** The order it became, which takes over the date by which it is needed. */
    orderCode: z.optional(code),
  }),
  sample: ({ projectCode, customerId, orderCode }) => ({
    params: { projectCode },
    query: { customerId, orderCode },
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
  /** Number of its photos that are no longer in the library. */
  missingPhotosCount: count,
  changedAt: instant,
  keptUntil: z.nullable(instant),
  deletedAt: z.nullable(instant),
  /** When a deleted project is permanently removed. */
  restorableUntil: z.nullable(instant),
  continueUrl: z.string(),
  /** Append `/300` or `/800`; null when there is no picture. */
  pictureUrl: z.nullable(z.string()),
  /** Null: the customer has set no date. */
  neededBy: z.nullable(neededBy),
});
export type Project = z.infer<typeof project>;

/** [PRJ-06] The customer's projects, most recently changed first; any other account's id is a 404. */
export const getProjects = endpoint({
  name: 'getProjects',
  service,
  method: 'GET',
  path: '/api/v2/projects/{accountId}',
  params: z.object({ accountId: id }),
  query: z.object({
    skip: z._default(offset, 0),
    limit: rowsUpTo(100, PROJECTS_PAGE_SIZE),
    /** List deleted projects instead, most recently deleted first. */
    deleted: z._default(flag, false),
  }),
  response: z.object({ items: z.array(project), total: count }),
  sample: ({ customerId }) => ({ params: { accountId: customerId } }),
});

const projectId = z.object({ projectId: id });

/** [PRJ-02] A deleted project can be restored for 30 days; deleting it again changes nothing. */
export const deleteProject = endpoint({
  name: 'deleteProject',
  budgets: [{ calls: 600, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'DELETE',
  path: '/api/v2/project/{projectId}',
  params: projectId,
  sample: ({ projectId }) => ({ params: { projectId } }),
});

/** Restores a deleted project; one that is not deleted stays as it is. 404 once it is permanently removed. */
export const restoreProject = endpoint({
  name: 'restoreProject',
  budgets: [{ calls: 600, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/api/v2/project/{projectId}/restore',
  params: projectId,
  sample: ({ projectId }) => ({ params: { projectId } }),
});
