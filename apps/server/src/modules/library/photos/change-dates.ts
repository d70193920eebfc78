import {
  changeDates as changeEndpoint,
  DATE_UNDO_DAYS,
  previewDates as previewEndpoint,
  undoDates as undoEndpoint,
} from '@keepsake/contracts/library/dates';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Database, onlyRow, type Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { MAX_NAMED, push } from '../../../platform/push.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import type { Deps, MoveInAlbums } from './deps.ts';
import { changeCounts, librarySize } from './month-counts.ts';
import {
  type Inherited,
  MONTHS_SQL,
  type Planned,
  planInheritanceSql,
  planSql,
  planUndoSql,
} from './plan-dates.ts';

/** The calls that correct dates. */
export function dateRoutes(deps: Pick<Deps, 'db' | 'clock' | 'moveInAlbums'>): Route[] {
  const { db, clock } = deps;
  return [
    route(changeEndpoint, (call) =>
      createOnce(deps, call, (trx) => {
        const { customerId } = call.customer;
        return changeDates(deps, trx, {
          customerId,
          now: clock(),
          photoIds: call.body.photoIds,
          change: call.body.change,
        });
      }),
    ),
    route(previewEndpoint, ({ customer: { customerId }, body: { photoIds, change } }) =>
      previewDates(db, { customerId, now: clock(), photoIds, change }),
    ),
    route(undoEndpoint, async ({ customer: { customerId }, body: { changeId } }) => ({
      photosCount: await undoDates(deps, { customerId, changeId, now: clock() }),
    })),
  ];
}

export type ChangingDeps = { moveInAlbums: MoveInAlbums };

/**
 * Changes dates of a customer's photos within a transaction, and notifies screens. Ids that are not photos of the customer are left
 * out; throws `not-found` if there are no others, and `invalid-request` for a date that photos cannot have.
 */
export async function changeDates(
  deps: ChangingDeps,
  trx: Queryable,
  planned: Planned,
): Promise<ResponseOf<typeof changeEndpoint>> {
  const { customerId, now } = planned;
  const changeId = newId();
  const expiresAt = new Date(now.getTime() + DATE_UNDO_DAYS * DAY_MS);
  const plan = sql`${planSql(planned, { isLocking: true })}, stored as (
      insert into date_changes (user_id, id, photo_ids, taken_at, offset_minutes, corrected_to, date_change_ids, expires_at)
      select ${customerId}::uuid, ${changeId}::uuid, array_agg(id), array_agg(taken_at), array_agg(taken_offset_minutes),
        array_agg(corrected_to), array_agg(date_change_id), ${expiresAt}::timestamptz from moving having count(*) > 0
    )`;
  const written = await write(trx, { customerId, plan, change: sql`${changeId}::uuid` });
  if (written.found === 0) throw new Problem('not-found');
  await follow(deps, trx, { customerId, now, changeId, written });
  const { count, found } = written;
  const counts = { photosCount: count, unchangedCount: found - count };
  return count === 0 ? counts : Object.assign(counts, { changeId });
}

type UndoDeps = ChangingDeps & { db: Database };
type Undo = { customerId: CustomerId; changeId: string; now: Date };

/**
 * Takes a change of dates back, of the photos whose latest change it is. Returns how many they are; throws `not-found` for a
 * change that is not the customer's, or was too long ago.
 */
function undoDates(deps: UndoDeps, { customerId, changeId, now }: Undo): Promise<number> {
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      const stored = trx.selectFrom('date_changes').select('id').where('user_id', '=', customerId);
      const existing = stored.where('id', '=', changeId).where('expires_at', '>', now);
      if (!(await existing.executeTakeFirst())) throw new Problem('not-found');
      const plan = planUndoSql(customerId, changeId);
      const written = await write(trx, { customerId, plan, change: sql`new_change_id` });
      await follow(deps, trx, { customerId, now, changeId: newId(), written });
      return written.count;
    }),
  );
}

/** Gives photos dates that others had, within a transaction; photos with corrections of their own stay. */
export async function inheritDates(
  { moveInAlbums }: ChangingDeps,
  trx: Queryable,
  customerId: CustomerId,
  inherited: readonly Inherited[],
): Promise<void> {
  const plan = planInheritanceSql(customerId, inherited);
  const { count, photoIds, months } = await write(trx, { customerId, plan, change: sql`null` });
  if (count === 0) return;
  await moveInAlbums(trx, customerId, photoIds);
  await changeCounts(trx, customerId, new Map(Object.entries(months)));
}

const monthChanges = z.record(z.string(), librarySize);
type Written = {
  found: number;
  count: number;
  photoIds: string[];
  months: z.infer<typeof monthChanges>;
};
type Writing = { customerId: CustomerId; plan: RawBuilder<unknown>; change: RawBuilder<unknown> };

/** One statement, so that ten thousand rows never leave the database. */
async function write(trx: Queryable, { customerId, plan, change }: Writing): Promise<Written> {
  const written = await sql<Omit<Written, 'months'> & { months: unknown }>`
    with ${plan}, changed as (
      update photos set taken_at = becomes, taken_offset_minutes = new_offset, corrected_to = new_corrected_to,
        date_change_id = ${change},
        recorded_taken_at = case when new_corrected_to is not null then file_taken_at end,
        recorded_offset_minutes = case when new_corrected_to is not null then file_offset end
      from moving where photos.user_id = ${customerId} and photos.id = moving.id
    )
    select (select count(*)::int from chosen) as found, (select count(*)::int from moving) as count,
      array(select id::text from moving) as "photoIds",
      (select coalesce(json_object_agg(to_char(month, '"dateTaken|"YYYY-MM-DD'),
        json_build_object('photos', photos, 'bytes', bytes)), '{}') from (${MONTHS_SQL}) as months) as months`.execute(
    trx,
  );
  const row = onlyRow(written);
  const months = parseStoredColumn(monthChanges, row.months, 'the counts of changed dates');
  return { found: row.found, count: row.count, photoIds: row.photoIds, months };
}

type Following = { customerId: CustomerId; now: Date; changeId: string; written: Written };

/** Has albums, exports, screens and counts follow. */
async function follow(
  { moveInAlbums }: ChangingDeps,
  trx: Queryable,
  { customerId, now, changeId, written }: Following,
): Promise<void> {
  const { count, photoIds, months } = written;
  if (count === 0) return;
  await moveInAlbums(trx, customerId, photoIds);
  await sql`insert into last_date_changes (user_id, id) values (${customerId}, ${changeId})
    on conflict (user_id) do update set id = excluded.id`.execute(trx);
  const named = count > MAX_NAMED ? [] : photoIds;
  await push(trx, customerId, { type: 'photos-changed', data: { change: 'dated', photoIds: named } }, now);
  // Last, because the customer's uploads of these months wait for it until the commit.
  await changeCounts(trx, customerId, new Map(Object.entries(months)));
}

type Preview = ResponseOf<typeof previewEndpoint>;

const changedDate = z.nullable(z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }));
/** What a statement says of a change that is not made. */
const previewed = z.object({
  first: changedDate,
  last: changedDate,
  months: z.array(z.object({ month: z.string(), change: z.int() })),
});

const dateOf = (date: string | null) => date?.slice(0, 19);
const presentChanged = (changed: z.infer<typeof changedDate>) =>
  changed ? { from: dateOf(changed.from), to: dateOf(changed.to) } : undefined;

/** What a change of dates would do now; throws as the change would. */
async function previewDates(db: Queryable, planned: Planned): Promise<Preview> {
  const end = (direction: RawBuilder<unknown>) =>
    sql`(select json_build_object('from', taken_at, 'to', becomes) from moving
      order by taken_order ${direction}, name_order ${direction}, id ${direction} limit 1)`;
  const read = await sql<{
    found: number;
    count: number;
    preview: unknown;
  }>`with ${planSql(planned, { isLocking: false })}
    select (select count(*)::int from chosen) as found, (select count(*)::int from moving) as count,
      json_build_object('first', ${end(sql`asc`)}, 'last', ${end(sql`desc`)}, 'months', (
        select coalesce(json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'change', photos) order by month), '[]')
        from (${MONTHS_SQL}) as months where photos <> 0)) as preview`.execute(db);
  const { found, count, preview } = onlyRow(read);
  if (found === 0) throw new Problem('not-found');
  const { first, last, months } = parseStoredColumn(previewed, preview, 'the preview of a change of dates');
  return {
    photosCount: count,
    unchangedCount: found - count,
    first: presentChanged(first),
    last: presentChanged(last),
    months,
  };
}
