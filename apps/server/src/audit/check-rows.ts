import type pg from 'pg';
import { ALBUM_CHECKS } from './check-albums.ts';
import { createFinding, type Finding } from './finding.ts';
import { readInPages } from './read-in-pages.ts';

/** What the database alone can tell: a query gives one line, `example`, of everything that is wrong. */
type Check = { what: string; query: string };

const MONTH_COUNTS: Check = {
  what: 'month counts that differ from the number of photos',
  query: `select format('%s %s of %s: %s kept, %s photos', sort_key, month, user_id, coalesce(kept.photos, 0),
      coalesce(counted.photos, 0)) as example
    from photo_month_counts as kept full join (
      select user_id, sort_key, month, count(*) as photos from photos, lateral (values
        ('dateTaken', date_trunc('month', taken_order)::date),
        ('created', date_trunc('month', created_order)::date)) as place (sort_key, month)
      group by user_id, sort_key, month) as counted using (user_id, sort_key, month)
    where coalesce(kept.photos, 0) <> coalesce(counted.photos, 0)`,
};

const ORDERED: Check = {
  what: 'photos whose mark is wrong about being used in an order',
  query: `select format('photo %s of %s', id, user_id) as example from photos
    where is_ordered <> exists (select from photo_uses as used
      where used.user_id = photos.user_id and used.photo_id = photos.id and used_in = 'order')`,
};

const UNPURGED: Check = {
  what: 'deleted photos whose objects have not been removed for a day',
  query: `select format('photo %s of %s', id, user_id) as example from deleted_photos
    where deleted_at < now() - interval '1 day'`,
};

const LEFT_BY_UPLOADS: Check = {
  what: 'objects of closed uploads that have not been removed for a day',
  query: `select key as example from uploads cross join unnest(issued_keys) as issued join stored on key = issued
    where state <> 'open' and closed_at < now() - interval '1 day'`,
};

/** Accounts of the embedded provider; those of another one become known at their first call. */
const ACCOUNTS: Check = {
  what: 'accounts without a customer',
  query: `select format('account %s', id) as example from accounts
    where not exists (select from customers where user_id = accounts.id)`,
};

const CHECKS = [MONTH_COUNTS, ORDERED, UNPURGED, LEFT_BY_UPLOADS, ACCOUNTS, ...ALBUM_CHECKS];

/** Checks kept counts and leftovers within the transaction of `client`. */
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
