import type { ImportProgress } from '@keepsake/contracts';
import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { LibraryImports } from '../../../platform/database/database-types.ts';

export type ImportRow = Selectable<LibraryImports>;

/** The customer's import that goes on, or was the last. */
export async function findImport(db: Queryable, userId: string): Promise<ImportRow | undefined> {
  return db.selectFrom('library_imports').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Whether an import goes on now. */
export async function isRunning(db: Queryable, userId: string): Promise<boolean> {
  const found = await findImport(db, userId);
  return found !== undefined && found.ended_at === null;
}

type NewImport = { userId: string; total: number; now: Date };

/** Begins an import; undefined while one goes on. */
export async function insertImport(
  trx: Queryable,
  { userId, total, now }: NewImport,
): Promise<ImportRow | undefined> {
  return trx
    .insertInto('library_imports')
    .values({ user_id: userId, started_at: now, total })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ started_at: now, ended_at: null, total, imported: 0, failed: 0 })
        .where('library_imports.ended_at', 'is not', null),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Counts an upload that was brought in, or could not be. */
export async function countOne(trx: Queryable, userId: string, what: 'imported' | 'failed'): Promise<void> {
  await trx
    .updateTable('library_imports')
    .set({ [what]: sql`${sql.ref(what)} + 1` })
    .where('user_id', '=', userId)
    .execute();
}

/** Ends the import that goes on; undefined when it was ended before. */
export async function closeImport(trx: Queryable, userId: string, now: Date): Promise<ImportRow | undefined> {
  return trx
    .updateTable('library_imports')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** More may have come in since it began. */
export function progressOf({ total, imported, failed }: ImportRow): ImportProgress {
  return { total: Math.max(total, imported + failed), imported, failed };
}
