import * as z from 'zod';
import { BATCH } from '../../../platform/jobs/jobs.ts';
import { type DeclaredData, ERASE_AGAIN_MS, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';

export const TABLES: Tables = {
  library_imports: { customer: 'user_id', erasedBy: 'module' },
  legacy_uploads: { customer: 'user_id', erasedBy: 'module' },
};

type DataDeps = Pick<Deps, 'db' | 'objects' | 'clock'>;

const UPLOADS = tableFile({
  name: 'earlier-uploads',
  table: 'legacy_uploads',
  orderBy: ['id'],
  row: z.strictObject({
    id: z.uuid(),
    fileName: z.string(),
    bytes: z.int(),
    uploaded: z.iso.datetime(),
    state: z.enum(['waiting', 'imported', 'failed']),
    fault: z.string().nullable().describe('Why it could not be imported'),
    photoId: z.uuid().nullable().describe('The photo that it became'),
  }),
  from: { uploaded: 'uploaded_at' },
});

const IMPORTS = tableFile({
  name: 'earlier-uploads-imports',
  table: 'library_imports',
  orderBy: ['user_id'],
  row: z.strictObject({
    started: z.iso.datetime(),
    ended: z.iso.datetime().nullable(),
    total: z.int(),
    imported: z.int(),
    failed: z.int(),
  }),
  from: { started: 'started_at', ended: 'ended_at' },
});

/** Uploads from before there were libraries, whether they were imported or not. */
export function personalLegacyUploads(deps: DataDeps): DeclaredData {
  const { db, objects, clock } = deps;
  return {
    area: 'legacy-import',
    /** Without its row an import stops; then the files are removed, and the rows that name them. */
    async erase(customerId, { signal }) {
      await db.deleteFrom('library_imports').where('user_id', '=', customerId).execute();
      for (;;) {
        signal?.throwIfAborted();
        const rows = await db
          .selectFrom('legacy_uploads')
          .select(['id', 'object_key'])
          .where('user_id', '=', customerId)
          .orderBy('id')
          .limit(BATCH)
          .execute();
        if (rows.length === 0) return null;
        const keys = rows.flatMap(({ object_key }) => object_key ?? []);
        if (!(await objects.remove(keys))) return new Date(clock().getTime() + ERASE_AGAIN_MS);
        const ids = rows.map(({ id }) => id);
        await db
          .deleteFrom('legacy_uploads')
          .where('user_id', '=', customerId)
          .where('id', 'in', ids)
          .execute();
      }
    },
    files: [UPLOADS, IMPORTS],
  };
}
