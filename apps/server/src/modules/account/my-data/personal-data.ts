import * as z from 'zod';
import { removeFolder } from '../../../platform/objects/purge-objects.ts';
import { dataFile, type PersonalData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import type { ArchiveRow } from './store.ts';
import { folderOf } from './write-file.ts';

export const TABLES: Tables = {
  my_data_files: { customer: 'user_id', erasedBy: 'module' },
  my_data_archives: { customer: 'user_id', erasedBy: 'module' },
};

/** When to try again while the store removes nothing. */
const RETRY_MS = 30_000;

/** The archives that customers requested; they contain all their other data. */
export function personalArchives({
  db,
  objects,
  clock,
}: Pick<Deps, 'db' | 'objects' | 'clock'>): PersonalData {
  return {
    area: 'my-data',
    /** Failing the rows stops the job that writes; then everything in the customer's folder is removed. */
    async erase(customerId) {
      await db
        .updateTable('my_data_archives')
        .set({ status: 'FAILED' })
        .where('user_id', '=', customerId)
        .execute();
      if (!(await removeFolder(objects, folderOf(customerId)))) return new Date(clock().getTime() + RETRY_MS);
      await db.deleteFrom('my_data_files').where('user_id', '=', customerId).execute();
      await db.deleteFrom('my_data_archives').where('user_id', '=', customerId).execute();
      return null;
    },
    files: [
      dataFile({
        name: 'my-data-requests',
        row: z.strictObject({
          id: z.uuid(),
          status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY']),
          requested: z.iso.datetime(),
        }),
        async *read(customerId) {
          const rows = db.selectFrom('my_data_archives').selectAll().where('user_id', '=', customerId);
          const found = (await rows.orderBy('created_at').orderBy('id').execute()) as ArchiveRow[];
          for (const { id, status, created_at } of found)
            yield { id, status, requested: created_at.toISOString() };
        },
      }),
    ],
  };
}
