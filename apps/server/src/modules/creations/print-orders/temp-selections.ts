import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Clock, DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { type Database, lockCount, type Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { type Recently, wasRecent } from '../../../platform/recently.ts';
import { findPhotoIds } from '../../library/photos/index.ts';

/** Selections a customer may create per hour: far more than anybody needs to order prints. */
const MAX_PER_HOUR = 120;
/** How long a print editor can fetch a selection: over a weekend, and longer than a page is kept open. */
const LIFETIME_MS = 7 * DAY_MS;

/**
 * Stores a selection of the customer's photos and returns its id. Throws `not-found` if one of them does not exist: prints of
 * fewer photos than selected would be worse than none.
 */
export async function storeSelection(
  { trx, clock }: { trx: Queryable; clock: Clock },
  customerId: CustomerId,
  requested: readonly string[],
): Promise<string> {
  const now = clock();
  const photoIds = [...new Set(requested)];
  const existing = await findPhotoIds(trx, customerId, photoIds);
  if (existing.size < photoIds.length) throw new Problem('not-found');
  await lockCount(trx, 'temp-selections', customerId);
  if ((await countSelections(trx, customerId, { now, ms: HOUR_MS })) >= MAX_PER_HOUR) {
    throw new Problem('too-many-requests');
  }
  const selectionId = newId();
  await insertSelection(trx, { customerId, selectionId, photoIds, now });
  return selectionId;
}

/** The existing photos of a selection, in order. Throws `not-found` once it has expired. */
export async function openSelection(
  { db, clock }: { db: Database; clock: Clock },
  customerId: CustomerId,
  selectionId: string,
): Promise<string[]> {
  const photoIds = await readSelection(db, { customerId, selectionId }, clock());
  if (!photoIds) throw new Problem('not-found');
  const existing = await findPhotoIds(db, customerId, photoIds);
  return photoIds.filter((photoId) => existing.has(photoId));
}

type Ref = { customerId: CustomerId; selectionId: string };

async function insertSelection(
  db: Queryable,
  { customerId, selectionId, photoIds, now }: Ref & { photoIds: readonly string[]; now: Date },
): Promise<void> {
  await db
    .insertInto('temp_selections')
    .values({
      user_id: customerId,
      id: selectionId,
      photo_ids: [...photoIds],
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
    })
    .execute();
}

/** Photo ids of the customer's selection as selected; null if there is none or it has expired. */
async function readSelection(
  db: Queryable,
  { customerId, selectionId }: Ref,
  now: Date,
): Promise<string[] | null> {
  const row = await db
    .selectFrom('temp_selections')
    .select('photo_ids')
    .where('user_id', '=', customerId)
    .where('id', '=', selectionId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.photo_ids ?? null;
}

async function countSelections(db: Queryable, customerId: CustomerId, recently: Recently): Promise<number> {
  const { selections } = await db
    .selectFrom('temp_selections')
    .select((eb) => eb.fn.countAll<number>().as('selections'))
    .where('user_id', '=', customerId)
    .where(wasRecent('created_at', recently))
    .executeTakeFirstOrThrow();
  return selections;
}
