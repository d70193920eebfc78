import type pg from 'pg';
import { type Check, createFinding, type Finding, readInPages } from './comparison.ts';
import { WORK_CHECKS } from './work-checks.ts';

const MONTH_COUNTS: Check = {
  what: 'month counts that differ from the number or the size of the photos',
  query: `select format('%s %s of %s: %s photos, %s bytes stored; %s photos, %s bytes there', sort_key, month, user_id,
      coalesce(stored.photos, 0), coalesce(stored.bytes, 0), coalesce(counted.photos, 0), coalesce(counted.bytes, 0)) as example
    from photo_month_counts as stored full join (
      select user_id, sort_key, month, count(*) as photos, sum(bytes) as bytes from photos, lateral (values
        ('dateTaken', date_trunc('month', taken_order)::date),
        ('created', date_trunc('month', created_order)::date)) as place (sort_key, month)
      group by user_id, sort_key, month) as counted using (user_id, sort_key, month)
    where (coalesce(stored.photos, 0), coalesce(stored.bytes, 0)) <> (coalesce(counted.photos, 0), coalesce(counted.bytes, 0))`,
};

const ORDERED: Check = {
  what: 'photos whose mark is wrong about being used in an order',
  query: `select format('photo %s of %s', id, user_id) as example from photos
    where is_ordered <> exists (select from photo_uses as used
      where used.user_id = photos.user_id and used.photo_id = photos.id and used_in = 'order')`,
};

const MEASURES: Check = {
  what: 'measures of photos that are gone',
  query: `select format('photo %s of %s', photo_id, user_id) as example from photo_measures as measured
    where not exists (select from photos where photos.user_id = measured.user_id and id = photo_id)
      and not exists (select from recently_deleted_photos as deleted where deleted.user_id = measured.user_id and id = photo_id)
      and not exists (select from deleted_photos as deleted where deleted.user_id = measured.user_id and id = photo_id)
      and not exists (select from deleted_batches as batch where batch.user_id = measured.user_id and photo_id = any(photo_ids))`,
};

const UNPURGED: Check = {
  what: 'deleted photos whose objects have not been removed for a day',
  query: `select format('photo %s of %s', id, user_id) as example from (
      select id, user_id, deleted_at from deleted_photos
      union all select unnest(photo_ids), user_id, deleted_at from deleted_batches) as deleted
    where deleted_at < now() - interval '1 day'`,
};

const UNPURGED_FILES: Check = {
  what: 'files that belong to nothing and should have been removed a day ago',
  query: `select object_key as example from pending_objects where remove_after < now() - interval '1 day'`,
};

const LEFT_BY_UPLOADS: Check = {
  what: 'objects of closed uploads that have not been removed for a day',
  query: `select key as example from uploads cross join unnest(issued_keys) as issued join stored on key = issued
    where state <> 'open' and closed_at < now() - interval '1 day'`,
};

/** Accounts of the embedded provider; those of an external one become known with their first call. */
const ACCOUNTS: Check = {
  what: 'accounts without a customer',
  query: `select format('account %s', id) as example from accounts
    where not exists (select from customers where user_id = accounts.id)`,
};

export const ALBUM_CHECKS: Check[] = [
  {
    what: 'albums whose stored count differs from the number of their photos',
    query: `select format('album %s of %s: %s stored, %s photos', id, albums.user_id, photos_count, coalesce(photos, 0))
        as example
      from albums left join (
        select user_id, album_id, count(*) as photos from album_photos group by user_id, album_id
      ) as counted on counted.user_id = albums.user_id and counted.album_id = albums.id
      where photos_count <> coalesce(photos, 0)`,
  },
  {
    what: 'photos in albums that do not exist',
    query: `select format('photo %s in album %s of %s', photo_id, album_id, user_id) as example from album_photos as entry
      where not exists (select from albums where albums.user_id = entry.user_id and albums.id = entry.album_id)`,
  },
  {
    what: 'album entries whose photo does not exist or is placed otherwise',
    query: `select format('photo %s of %s in album %s', photo_id, photo_owner_id, album_id) as example
      from album_photos as entry left join photos on photos.user_id = photo_owner_id and photos.id = photo_id
      where photos.id is null or (entry.taken_order, entry.created_order, entry.name_order, entry.ratio) is distinct from
        (photos.taken_order, photos.created_order, photos.name_order, photos.ratio)`,
  },
  {
    what: 'photos in albums that their owner cannot see',
    query: `select format('photo %s of %s in album %s of %s', photo_id, photo_owner_id, album_id, entry.user_id) as example
      from album_photos as entry where photo_owner_id <> entry.user_id and not exists (
        select from shared_album_grants as granted where granted.user_id = photo_owner_id
          and owner_id = entry.user_id and granted.album_id = entry.album_id)`,
  },
  {
    what: 'rights to see albums that do not exist or are not shared',
    query: `select format('album %s of %s for %s', album_id, owner_id, granted.user_id) as example
      from shared_album_grants as granted where not exists (
        select from albums where albums.user_id = owner_id and albums.id = album_id and is_shared)`,
  },
  {
    what: 'shared albums that nobody else can see',
    query: `select format('album %s of %s', id, user_id) as example from albums
      where is_shared and not exists (
        select from shared_album_grants where owner_id = albums.user_id and album_id = albums.id)`,
  },
];

export const PROJECT_CHECKS: Check[] = [
  {
    what: 'saved projects whose stored count differs from the number of their photos that are gone',
    query: `select format('project %s of %s: %s stored, %s photos gone', id, user_id, missing_photos_count, gone) as example
      from projects cross join lateral (select photos_count - count(*) as gone from photos
        where photos.user_id = projects.user_id and photos.id = any(photo_ids)) as counted
      where deleted_at is null and missing_photos_count <> gone`,
  },
  {
    what: 'photos of saved projects that are noted as used and are not, or the other way round',
    query: `select format('photo %s of %s in project %s', photo_id, user_id, reference) as example
      from (select user_id, photo_id, reference from photo_uses where used_in = 'project') as used full join (
        select projects.user_id, photos.id as photo_id, projects.id::text as reference
        from projects cross join unnest(photo_ids) as named
          join photos on photos.user_id = projects.user_id and photos.id = named
        where deleted_at is null) as there using (user_id, photo_id, reference)
      where used is null or there is null`,
  },
];

const CHECKS = [
  MONTH_COUNTS,
  ORDERED,
  MEASURES,
  UNPURGED,
  UNPURGED_FILES,
  LEFT_BY_UPLOADS,
  ACCOUNTS,
  ...ALBUM_CHECKS,
  ...PROJECT_CHECKS,
  ...WORK_CHECKS,
];

/** Checks stored counts and leftovers in the transaction of `client`. */
export async function checkRows(client: pg.Client): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { what, query } of CHECKS) {
    const finding = createFinding(what);
    for await (const page of readInPages<{ example: string }>(client, query)) {
      for (const { example } of page) finding.add(example);
    }
    findings.push(finding);
  }
  return findings;
}
