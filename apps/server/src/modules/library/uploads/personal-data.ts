import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import { newId } from '../../../platform/ids.ts';
import { type DeclaredData, ERASE_AGAIN_MS, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';

export const TABLES: Tables = {
  uploads: { customer: 'user_id', erasedBy: 'module' },
};

/** Uploads erased per batch, each with the few objects it left. */
const BATCH = 200;

type DataDeps = Pick<Deps, 'db' | 'objects' | 'clock'>;

const uploadRow = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.int(),
  received: z.int(),
  state: z.enum(['open', 'saved', 'refused', 'expired', 'terminated']),
  photoId: z.uuid().nullable().describe('The photo that it became'),
  isPhoneTransfer: z.boolean(),
  begun: z.iso.datetime(),
  ended: z.iso.datetime().nullable(),
});

const UPLOADS = tableFile({
  name: 'uploads',
  table: 'uploads',
  orderBy: ['id'],
  row: uploadRow,
  from: { isPhoneTransfer: sql`transfer_id is not null`, begun: 'created_at', ended: 'closed_at' },
});

/** Uploads in progress, and the records of those that have arrived. */
export function personalUploads(deps: DataDeps): DeclaredData {
  return {
    area: 'uploads',
    async erase(customerId, { signal }) {
      const repeated = () => new Date(deps.clock().getTime() + ERASE_AGAIN_MS);
      for (;;) {
        signal?.throwIfAborted();
        const left = await findUnleased(deps.db, customerId);
        if (left.length === 0) return (await isAnyLeft(deps.db, customerId)) ? repeated() : null;
        // A photo's own object is no longer among these keys.
        if (!(await deps.objects.remove(left.flatMap(({ keys }) => keys)))) return repeated();
        const ids = left.map(({ id }) => id);
        await deps.db
          .deleteFrom('uploads')
          .where('user_id', '=', customerId)
          .where('id', 'in', ids)
          .execute();
      }
    },
    files: [UPLOADS],
  };
}

/** Uploads that no request writes to. Taking their leases makes sure that none does from now on. */
async function findUnleased(
  db: Deps['db'],
  customerId: CustomerId,
): Promise<{ id: string; keys: string[] }[]> {
  const { rows } = await sql<{ id: string; keys: string[] }>`
    with due as (
      select id from uploads where user_id = ${customerId} and (lock_until is null or lock_until <= now())
      order by id limit ${BATCH} for update
    )
    update uploads set lock_token = ${newId()}::uuid, lock_until = null from due
    where user_id = ${customerId} and uploads.id = due.id
    returning uploads.id, issued_keys || pieces as keys`.execute(db);
  return rows;
}

async function isAnyLeft(db: Deps['db'], customerId: CustomerId): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', customerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
