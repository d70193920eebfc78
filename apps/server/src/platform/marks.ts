import type { Database } from './database/database.ts';

/** When the demo was made: a start after a kill continues with the same photos. */
export const DEMO_MADE_AT = 'demo-made-at';
/** When nothing of the demo was lacking any more. */
export const DEMO_WHOLE = 'demo-whole';

/** Whether the demo's customers are there, but not yet all that they are to have. */
export async function isDemoComing(db: Database): Promise<boolean> {
  const [madeAt, wholeAt] = await Promise.all([readMark(db, DEMO_MADE_AT), readMark(db, DEMO_WHOLE)]);
  return madeAt !== null && wholeAt === null;
}

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
