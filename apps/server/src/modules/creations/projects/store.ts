import type { ProjectRef } from '@keepsake/contracts/creations/projects';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { push } from '../../../platform/push.ts';

/** A project by its editor's name for it. */
export type CodeRef = { customerId: CustomerId; service: string; code: string };

/** The content saved by an editor. */
export type Content = {
  version: number;
  contentHash: Buffer;
  channel: string;
  title: string | null;
  product: string | null;
  article: string | null;
  articleType: string | null;
  price: number | null;
  pagesCount: number | null;
  photoIds: readonly string[];
  continueUrl: string;
  changedAt: Date;
  keptUntil: Date | null;
};

const columnsOf = (content: Content) => ({
  version: content.version,
  content_hash: content.contentHash,
  channel: content.channel,
  title: content.title,
  product: content.product,
  article: content.article,
  article_type: content.articleType,
  price: content.price,
  pages_count: content.pagesCount,
  photo_ids: sql<string[]>`${content.photoIds}::uuid[]`,
  continue_url: content.continueUrl,
  changed_at: content.changedAt,
  kept_until: content.keptUntil,
});

/** Adds a project; false if the editor has saved one with this code before. */
export async function insertProject(
  trx: Queryable,
  { customerId, service, code }: CodeRef,
  { id, content }: { id: string; content: Content },
): Promise<boolean> {
  const added = await trx
    .insertInto('projects')
    .values({ user_id: customerId, id, service, code, ...columnsOf(content) })
    .onConflict((conflict) => conflict.columns(['user_id', 'service', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function updateProject(
  trx: Queryable,
  { customerId, projectId }: ProjectRef,
  content: Content,
): Promise<void> {
  await trx
    .updateTable('projects')
    .set(columnsOf(content))
    .where('user_id', '=', customerId)
    .where('id', '=', projectId)
    .execute();
}

const LOCKED = ['id', 'service', 'code', 'channel', 'version', 'content_hash', 'photo_ids'] as const;
const ENDS = ['deleted_at', 'kept_until', 'picture_id', 'picture_key', 'picture_sha256'] as const;

export type LockedProject = NonNullable<Awaited<ReturnType<typeof lockProject>>>;

/** A project by its id or by the editor's name for it, locked until the transaction ends. */
export function lockProject(trx: Queryable, ref: ProjectRef | CodeRef) {
  const all = trx
    .selectFrom('projects')
    .select([...LOCKED, ...ENDS])
    .where('user_id', '=', ref.customerId)
    .forUpdate();
  const found =
    'projectId' in ref
      ? all.where('id', '=', ref.projectId)
      : all.where('service', '=', ref.service).where('code', '=', ref.code);
  return found.executeTakeFirst();
}

/** Moves a project to the deleted ones, or back. */
export async function setDeleted(
  trx: Queryable,
  { customerId, projectId }: ProjectRef,
  deletedAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ deleted_at: deletedAt })
    .where('user_id', '=', customerId)
    .where('id', '=', projectId)
    .execute();
}

export async function setPicture(
  trx: Queryable,
  { customerId, projectId }: ProjectRef,
  { id, objectKey, sha256 }: { id: string; objectKey: string; sha256: Buffer },
): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ picture_id: id, picture_key: objectKey, picture_sha256: sha256 })
    .where('user_id', '=', customerId)
    .where('id', '=', projectId)
    .execute();
}

export async function removeProject(trx: Queryable, { customerId, projectId }: ProjectRef): Promise<void> {
  await trx.deleteFrom('projects').where('user_id', '=', customerId).where('id', '=', projectId).execute();
}

/** Notifies the customer's screens that their projects have changed. */
export function pushProjects(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  return push(trx, customerId, { type: 'projects-changed', data: {} }, now);
}

/** Number of a customer's projects, without deleted ones. */
export async function countProjects(db: Queryable, customerId: CustomerId): Promise<number> {
  const { total } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

/** Those of a customer's projects that are neither deleted nor ended. */
export function readOpenProjects(
  db: Queryable,
  { customerId, projectIds, now }: { customerId: CustomerId; projectIds: readonly string[]; now: Date },
) {
  return db
    .selectFrom('projects')
    .select(['id', 'channel', 'article', 'title', 'product'])
    .where('user_id', '=', customerId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...projectIds]))))
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('kept_until', 'is', null), eb('kept_until', '>', now)]))
    .execute();
}
