import { DELETED_PROJECT_DAYS, type Project } from '@keepsake/contracts/creations/projects';
import { OVERVIEW_ROWS, type OverviewValue } from '@keepsake/contracts/overview';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type SqlBool, sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { addressOfFile } from '../../exchange/sent-files/index.ts';
import { findChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { PROJECT_PICTURES } from './pictures.ts';

type ReadDeps = Pick<Deps, 'prepared' | 'clock' | 'signer' | 'isLibraryHidden' | 'judgeNeededDate'>;
type Requested = {
  customerId: CustomerId;
  skip: number;
  limit: number;
  isDeleted: boolean;
  /** Projects that end before this time come first; the others are sorted by change. */
  endingUntil?: Date;
};
type ListedRow = Awaited<ReturnType<typeof readListed>>[number];

/** A project can be restored if it was deleted after this moment. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - DELETED_PROJECT_DAYS * DAY_MS);

/** A page of a customer's projects, and the total. */
export async function listProjects(
  deps: ReadDeps,
  requested: Requested,
): Promise<{ items: Project[]; total: number }> {
  const { customerId } = requested;
  const now = deps.clock();
  const [rows, total, isHidden] = await Promise.all([
    readListed(deps.prepared, requested, now),
    countListed(deps.prepared, requested, now),
    deps.isLibraryHidden(customerId),
  ]);
  const pictureOf = ({ picture_id, shown_photo_id }: ListedRow) => {
    const area = PROJECT_PICTURES;
    if (picture_id) return addressOfFile(deps.signer, { area, customerId, fileId: picture_id, now });
    return shown_photo_id && !isHidden ? deps.signer.addressOf(customerId, shown_photo_id, now) : null;
  };
  const neededBy = (row: ListedRow) => {
    const { needed_on: date, occasion, needed_changed_at: changedAt } = row;
    return date && changedAt ? deps.judgeNeededDate(row, { date, occasion, changedAt }) : null;
  };
  const items = rows.map((row) => ({ ...present(row, pictureOf(row)), neededBy: neededBy(row) }));
  return { items, total };
}

/** A project comes first in the overview from this many days before its end. */
const ENDING_DAYS = 30;

/** The part of the overview about a customer's projects; null if there are none. */
export async function readProjectsToFinish(
  deps: ReadDeps,
  customerId: CustomerId,
): Promise<OverviewValue<'projects'> | null> {
  const endingUntil = new Date(deps.clock().getTime() + ENDING_DAYS * DAY_MS);
  const requested = { customerId, skip: 0, limit: OVERVIEW_ROWS, isDeleted: false, endingUntil };
  const found = await listProjects(deps, requested);
  return found.total > 0 ? found : null;
}

/** Ended projects are not listed, even if they have not been removed yet. */
function isListed({ customerId, isDeleted }: Requested, now: Date) {
  return sql<SqlBool>`projects.user_id = ${customerId} and (kept_until is null or kept_until > ${now}::timestamptz)
    and ${isDeleted ? sql`deleted_at > ${restorableSince(now)}::timestamptz` : sql`deleted_at is null`}`;
}

const LISTED = ['projects.id', 'channel', 'title', 'product', 'pages_count'] as const;
const PHOTOS = ['photos_count', 'missing_photos_count'] as const;
const WORTH = ['article', 'article_type', 'price'] as const;
const TIMES = ['projects.changed_at', 'kept_until', 'deleted_at', 'continue_url', 'picture_id'] as const;

/** A page with everything shown of it, in one statement: pictures, and the needed dates of open projects. */
function readListed(db: Queryable, requested: Requested, now: Date) {
  return (
    db
      .selectFrom('projects')
      .leftJoin('library_photos as photo', (join) =>
        join
          .onRef('photo.id', '=', 'projects.first_photo_id')
          .on('photo.user_id', '=', requested.customerId)
          .on('photo.thumbnail_state', '=', 'success'),
      )
      .leftJoin('project_needed_dates as needed', (join) =>
        join
          .on('needed.user_id', '=', requested.customerId)
          .on('reference', '=', sql<string>`projects.id::text`)
          .on('deleted_at', 'is', null),
      )
      .select([...LISTED, ...PHOTOS, ...WORTH, ...TIMES, 'photo.id as shown_photo_id'])
      .select(['needed_on', 'occasion', 'needed.changed_at as needed_changed_at'])
      .where(isListed(requested, now))
      .$if(requested.endingUntil !== undefined, (listed) =>
        listed.orderBy(sql`case when kept_until < ${requested.endingUntil} then kept_until end`),
      )
      .orderBy(requested.isDeleted ? 'deleted_at' : 'projects.changed_at', 'desc')
      .orderBy('projects.id')
      .limit(requested.limit)
      // With an unknown offset the database expects a large one, and would plan the first page again each time.
      .$if(requested.skip > 0, (listed) => listed.offset(requested.skip))
      .execute()
  );
}

async function countListed(db: Queryable, requested: Requested, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from projects where ${isListed(requested, now)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function present(row: ListedRow, pictureUrl: string | null): Omit<Project, 'neededBy'> {
  const { deleted_at: deletedAt } = row;
  const restorableUntil = deletedAt && new Date(deletedAt.getTime() + DELETED_PROJECT_DAYS * DAY_MS);
  return {
    id: row.id,
    channel: row.channel,
    title: row.title,
    product: row.product,
    article: row.article,
    articleType: row.article_type,
    currency: findChannel(row.channel)?.currency ?? null,
    price: row.price,
    pagesCount: row.pages_count,
    photosCount: row.photos_count ?? 0,
    missingPhotosCount: deletedAt ? 0 : row.missing_photos_count,
    changedAt: row.changed_at.toISOString(),
    keptUntil: row.kept_until?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    restorableUntil: restorableUntil?.toISOString() ?? null,
    continueUrl: row.continue_url,
    pictureUrl,
  };
}
