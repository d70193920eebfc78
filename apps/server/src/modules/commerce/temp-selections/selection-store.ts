import type { Queryable } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** How long a print editor can fetch a selection: over a weekend, and longer than anybody's reload. */
const KEPT_FOR_MS = 7 * DAY_MS;

type Ref = { userId: string; selectionId: string };

/** Keeps a selection until it expires. */
export async function insertSelection(
  db: Queryable,
  { userId, selectionId, photoIds, now }: Ref & { photoIds: readonly string[]; now: Date },
): Promise<void> {
  await db
    .insertInto('temp_selections')
    .values({
      user_id: userId,
      id: selectionId,
      photo_ids: [...photoIds],
      created_at: now,
      expires_at: new Date(now.getTime() + KEPT_FOR_MS),
    })
    .execute();
}

/** Photo ids of a selection of the customer that has not expired, as they were selected; null when there is none. */
export async function readSelection(
  db: Queryable,
  { userId, selectionId }: Ref,
  now: Date,
): Promise<string[] | null> {
  const row = await db
    .selectFrom('temp_selections')
    .select('photo_ids')
    .where('user_id', '=', userId)
    .where('id', '=', selectionId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.photo_ids ?? null;
}

/** Selections the customer made since a moment. */
export async function countSelectionsSince(db: Queryable, userId: string, since: Date): Promise<number> {
  const { selections } = await db
    .selectFrom('temp_selections')
    .select((eb) => eb.fn.countAll<number>().as('selections'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return selections;
}

/** Forgets what expired. */
export async function forgetSelections(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('temp_selections').where('expires_at', '<=', now).execute();
}
