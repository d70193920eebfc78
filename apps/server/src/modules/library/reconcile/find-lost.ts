import { type Comparison, readInPages } from '../storage-audit/index.ts';

/** A row whose object is gone, and when the customer added it. */
export type Lost = { userId: string; id: string; objectKey: string; addedAt: Date };

const ADDED_AT = { photos: 'created_at', legacy_uploads: 'uploaded_at' };
type Table = keyof typeof ADDED_AT;

const GONE = (
  table: Table,
) => `select user_id as "userId", id, object_key as "objectKey", ${ADDED_AT[table]} as "addedAt"
  from ${table} left join stored on key = object_key where object_key is not null and stored.key is null`;

/** Rows whose objects are gone. Each is checked again, because photos come and go while the store is listed. */
export async function findLost(comparison: Comparison, table: Table): Promise<Lost[]> {
  const { client, fresh, objects } = comparison;
  const lost: Lost[] = [];
  for await (const page of readInPages<Lost>(client, GONE(table))) {
    for (const row of page) {
      if ((await objects.size(row.objectKey)) !== null) continue;
      const { rowCount } = await fresh.query(
        `select from ${table} where user_id = $1 and id = $2 and object_key = $3`,
        [row.userId, row.id, row.objectKey],
      );
      if (rowCount === 1) lost.push(row);
    }
  }
  return lost;
}
