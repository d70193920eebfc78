import type { Comparison } from './compare-stored.ts';
import { readInPages } from './read-in-pages.ts';

export type StoredObject = { key: string; base: string; changed_at: Date };

/** An object belongs to a photo, to a deleted one whose turn has not come, or to an upload, of today or before libraries. */
const ownerless = (objects: string) => `select stored.* from ${objects} as stored
  where not exists (select from photos where object_key = base)
    and not exists (select from deleted_photos where object_key = base)
    and not exists (select from legacy_uploads where object_key = key)
    and not exists (select from (select unnest(issued_keys || pieces) as issued from uploads) as uploaded
      where issued = key)`;

const LISTED_AGAIN = '(select * from unnest($1::text[], $2::text[]) as listed (key, base))';

/** Keys of objects that belong to nothing, in pages: nothing in the snapshot, and nothing that has come since. */
export async function* findOrphans(
  { client, fresh }: Comparison,
  isMeant: (object: StoredObject) => boolean = () => true,
): AsyncGenerator<string[]> {
  for await (const page of readInPages<StoredObject>(client, ownerless('stored'))) {
    const meant = page.filter(isMeant);
    if (meant.length === 0) continue;
    const { rows } = await fresh.query<{ key: string }>(ownerless(LISTED_AGAIN), [
      meant.map(({ key }) => key),
      meant.map(({ base }) => base),
    ]);
    yield rows.map(({ key }) => key);
  }
}
