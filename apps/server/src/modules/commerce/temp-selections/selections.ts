import { HOUR_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { findPhotoIds } from '../../library/photos/index.ts';
import type { Deps } from './deps.ts';
import { countSelectionsSince, insertSelection, readSelection } from './selection-store.ts';

/** Selections a customer may make in an hour: many more than anybody orders prints. */
const MOST_AN_HOUR = 120;

/**
 * Keeps a selection of the customer's photos and gives its id. Throws `not-found` when one of them is no photo of the
 * customer: prints of fewer photos than were selected would be worse than none.
 */
export async function keepSelection(
  { db, clock }: Deps,
  userId: string,
  asked: readonly string[],
): Promise<string> {
  const now = clock();
  const photoIds = [...new Set(asked)];
  const existing = await findPhotoIds(db, userId, photoIds);
  if (existing.size < photoIds.length) throw new Problem('not-found');
  if ((await countSelectionsSince(db, userId, new Date(now.getTime() - HOUR_MS))) >= MOST_AN_HOUR) {
    throw new Problem('too-many-requests');
  }
  const selectionId = newId();
  await insertSelection(db, { userId, selectionId, photoIds, now });
  return selectionId;
}

/** What is left of a selection, in its order. Throws `not-found` once it has expired. */
export async function openSelection(
  { db, clock }: Deps,
  userId: string,
  selectionId: string,
): Promise<string[]> {
  const photoIds = await readSelection(db, { userId, selectionId }, clock());
  if (!photoIds) throw new Problem('not-found');
  const existing = await findPhotoIds(db, userId, photoIds);
  return photoIds.filter((photoId) => existing.has(photoId));
}
