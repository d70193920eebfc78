import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';

/** Prevents photos from being deleted, and their dates from changing, until the transaction ends. */
export async function lockPhotos(
  trx: Queryable,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<void> {
  await sql`select from photos where user_id = ${customerId} and id = any(${photoIds}::uuid[])
    order by id for key share`.execute(trx);
}

/** What identifies a photo of a customer to others; `sha256` in hexadecimal. */
type Identity = { id: string; upload_id: string; sha256: string };
type Named = { ids: readonly string[]; uploadIds: readonly string[]; contents: readonly string[] };

/** The same for photos named by id, by upload or by content; returns those that exist. */
export async function lockNamedPhotos(
  trx: Queryable,
  customerId: CustomerId,
  { ids, uploadIds, contents }: Named,
): Promise<Identity[]> {
  const { rows } = await sql<Identity>`select id, upload_id, encode(sha256, 'hex') as sha256 from photos
    where user_id = ${customerId} and (id = any(${ids}::uuid[]) or upload_id = any(${uploadIds}::uuid[])
      or sha256 in (select decode(content, 'hex') from unnest(${contents}::text[]) as content))
    order by id for key share of photos`.execute(trx);
  return rows;
}
