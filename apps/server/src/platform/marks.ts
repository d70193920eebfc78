import type { Database } from './database/database.ts';

/** When something was marked as done, or null. */
export async function readMark(db: Database, name: string): Promise<Date | null> {
  const row = await db
    .selectFrom('demo_marks')
    .select('marked_at')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.marked_at ?? null;
}

/** Marks something as done at that time, once; returns when it was first marked. */
export async function mark(db: Database, name: string, marked_at: Date): Promise<Date> {
  await db
    .insertInto('demo_marks')
    .values({ name, marked_at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readMark(db, name)) ?? marked_at;
}
