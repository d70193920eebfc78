import type pg from 'pg';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import { createFinding, type Finding } from './finding.ts';
import { readInPages } from './read-in-pages.ts';

type Deps = { client: pg.Client; fresh: pg.Client; objects: ObjectStore };
type Stored = { key: string; base: string };

/** An object belongs to a photo, to a deleted one whose turn has not come, or to an upload, of today or before libraries. */
const ownerless = (objects: string) => `select key, base from ${objects} as stored
  where not exists (select from photos where object_key = base)
    and not exists (select from deleted_photos where object_key = base)
    and not exists (select from legacy_uploads where object_key = key)
    and not exists (select from (select unnest(issued_keys || pieces) as issued from uploads) as uploaded
      where issued = key)`;

const LISTED_AGAIN = 'unnest($1::text[], $2::text[]) as listed (key, base)';

/** Objects that belong to nothing: nobody would ever remove them. */
export async function checkOrphans({ client, fresh, objects }: Deps): Promise<Finding[]> {
  const orphans = createFinding('objects that belong to nothing');
  for await (const page of readInPages<Stored>(client, ownerless('stored'))) {
    const { rows } = await fresh.query<Stored>(ownerless(`(select * from ${LISTED_AGAIN})`), [
      page.map(({ key }) => key),
      page.map(({ base }) => base),
    ]);
    for (const { key } of rows) if ((await objects.size(key)) !== null) orphans.add(key);
  }
  return [orphans];
}
