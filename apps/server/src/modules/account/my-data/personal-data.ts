import * as z from 'zod';
import { removeFolder } from '../../../platform/objects/purge-objects.ts';
import { type DeclaredData, ERASE_AGAIN_MS, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import { folderOf } from './write-file.ts';

export const TABLES: Tables = {
  my_data_files: { customer: 'user_id' },
  my_data_archives: { customer: 'user_id' },
};

/** The archives that customers requested; they contain all their other data. */
export function personalArchives({
  db,
  objects,
  clock,
}: Pick<Deps, 'db' | 'objects' | 'clock'>): DeclaredData {
  return {
    area: 'my-data',
    /** Failing the rows stops the job that writes; then everything in the customer's folder is removed. */
    async erase(customerId) {
      await db
        .updateTable('my_data_archives')
        .set({ status: 'FAILED' })
        .where('user_id', '=', customerId)
        .execute();
      if (!(await removeFolder(objects, folderOf(customerId))))
        return new Date(clock().getTime() + ERASE_AGAIN_MS);
      return null;
    },
    files: [
      tableFile({
        name: 'my-data-requests',
        table: 'my_data_archives',
        orderBy: ['created_at', 'id'],
        row: z.strictObject({
          id: z.uuid(),
          status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY']),
          requested: z.iso.datetime(),
        }),
        from: { requested: 'created_at' },
      }),
    ],
  };
}
