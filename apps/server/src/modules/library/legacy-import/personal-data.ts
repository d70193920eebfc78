import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { dataFile, type PersonalData, readByPage } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import type { LegacyRow } from './store.ts';

export const TABLES: Tables = {
  library_imports: { customer: 'user_id', erasedBy: 'module' },
  legacy_uploads: { customer: 'user_id', erasedBy: 'module' },
};

/** When to try again while the store removes nothing. */
const RETRY_MS = 30_000;
const BATCH = 500;

type DataDeps = Pick<Deps, 'db' | 'objects' | 'clock'>;

/** Uploads from before there were libraries, whether they were imported or not. */
export function personalLegacyUploads(deps: DataDeps): PersonalData {
  const { db, objects, clock } = deps;
  return {
    area: 'legacy-import',
    /** Without its row an import stops; then the files are removed, and the rows that name them. */
    async erase(customerId, { signal }) {
      await db.deleteFrom('library_imports').where('user_id', '=', customerId).execute();
      for (;;) {
        signal?.throwIfAborted();
        const rows = await readUploads(db, customerId, undefined, BATCH);
        if (rows.length === 0) return null;
        const keys = rows.flatMap(({ object_key }) => object_key ?? []);
        if (!(await objects.remove(keys))) return new Date(clock().getTime() + RETRY_MS);
        const ids = rows.map(({ id }) => id);
        await db
          .deleteFrom('legacy_uploads')
          .where('user_id', '=', customerId)
          .where('id', 'in', ids)
          .execute();
      }
    },
    files: [legacyUploadsFile(db), importsFile(db)],
  };
}

function readUploads(db: Deps['db'], customerId: CustomerId, after: LegacyRow | undefined, limit: number) {
  return db
    .selectFrom('legacy_uploads')
    .selectAll()
    .where('user_id', '=', customerId)
    .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

const uploadRow = z.strictObject({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.int(),
  uploaded: z.iso.datetime(),
  state: z.enum(['waiting', 'imported', 'failed']),
  fault: z.string().nullable().describe('Why it could not be imported'),
  photoId: z.uuid().nullable().describe('The photo that it became'),
});

function legacyUploadsFile(db: Deps['db']) {
  return dataFile({
    name: 'earlier-uploads',
    row: uploadRow,
    async *read(customerId) {
      const rows = readByPage<LegacyRow>((after, limit) => readUploads(db, customerId, after, limit));
      for await (const row of rows)
        yield {
          id: row.id,
          fileName: row.file_name,
          bytes: row.bytes,
          uploaded: row.uploaded_at.toISOString(),
          state: row.state as z.infer<typeof uploadRow>['state'],
          fault: row.fault,
          photoId: row.photo_id,
        };
    },
  });
}

function importsFile(db: Deps['db']) {
  return dataFile({
    name: 'earlier-uploads-imports',
    row: z.strictObject({
      started: z.iso.datetime(),
      ended: z.iso.datetime().nullable(),
      total: z.int(),
      imported: z.int(),
      failed: z.int(),
    }),
    async *read(customerId) {
      const rows = db.selectFrom('library_imports').selectAll().where('user_id', '=', customerId);
      for (const { started_at, ended_at, total, imported, failed } of await rows.execute())
        yield {
          started: started_at.toISOString(),
          ended: ended_at?.toISOString() ?? null,
          total,
          imported,
          failed,
        };
    },
  });
}
