import type { Clock } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/database/database.ts';
import { push } from '../../../../platform/push.ts';
import type { Deps } from '../deps.ts';
import { type AccountRow, channelOf, lockAccount } from './account-row.ts';
import { beginStorage, projectedDate } from './begin-storage.ts';
import { dayIn } from './day-in.ts';

type ExtendDeps = Pick<Deps, 'stopDeletingLibrary'> & { clock: Clock };

/**
 * Keeps a customer's photos for as long as an order of that moment earns, in the order's transaction [RET-01, RET-03].
 * Hidden photos are back at its commit, and a deletion that has begun stops: the account's lock puts order and sweep in a
 * row. Orders that arrive late or twice never shorten anything.
 */
export async function extendStorage(
  deps: ExtendDeps,
  trx: Queryable,
  userId: string,
  orderedAt: Date,
): Promise<void> {
  const { id: channel, timeZone } = await channelOf(trx, userId);
  const row = await requireAccount(trx, { userId, channel, registeredAt: orderedAt });
  if (row.last_order_at && row.last_order_at >= orderedAt) return;
  const now = deps.clock();
  const earned = projectedDate(timeZone, orderedAt);
  // A first order may be dated before the registration: an old one, told late.
  const projected = later(earned, projectedDate(timeZone, row.registered_at));
  const delayed = row.delayed_deletion_date;
  const isDelayed = delayed !== null && delayed > projected;
  const isKept = row.state === 'kept' || projected >= dayIn(timeZone, now);
  const kept = isKept ? { state: 'kept', grace_ends_on: null } : {};
  await trx
    .updateTable('storage_accounts')
    .set({ last_order_at: orderedAt, projected_deletion_date: projected, due_at: now, ...kept })
    .$if(!isDelayed, (query) => query.set({ delayed_deletion_date: null }))
    .where('user_id', '=', userId)
    .execute();
  if (row.state !== 'kept' && isKept) await bringBack(deps, trx, row, now);
  await push(trx, userId, { type: 'storage-changed', data: {} }, now);
}

async function requireAccount(
  trx: Queryable,
  registration: Parameters<typeof beginStorage>[1],
): Promise<AccountRow> {
  const found = await lockAccount(trx, registration.userId);
  if (found) return found;
  await beginStorage(trx, registration);
  return (await lockAccount(trx, registration.userId)) as AccountRow;
}

async function bringBack(deps: ExtendDeps, trx: Queryable, { user_id, state }: AccountRow, now: Date) {
  if (state === 'deleting') await deps.stopDeletingLibrary(trx, user_id);
  await push(trx, user_id, { type: 'photos-changed', data: { change: 'added', photoIds: [] } }, now);
}

const later = (a: string, b: string) => (a > b ? a : b);
