import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { push, pushSql } from '../../../platform/push.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import { projectedDate, type RetainingChannel } from './days.ts';
import type { Deps } from './deps.ts';
import { type AccountRow, channelOf, insertAccount, lockAccount, updateAccount } from './store.ts';

type Registration = { customerId: CustomerId; channel: string; registeredAt: Date };
type ExtendDeps = Pick<Deps, 'clock' | 'stopDeletingLibrary'>;

/** Opens the storage account of a registering customer, in the same transaction; an existing account stays [RET-02]. */
export async function beginStorage(
  trx: Queryable,
  { customerId, channel, registeredAt }: Registration,
): Promise<void> {
  const projectedDeletionDate = projectedDate(channelOrDefault(channel), registeredAt);
  await insertAccount(trx, { customerId, registeredAt, projectedDeletionDate });
}

/**
 * Extends a customer's storage by what an order at that moment earns, in the order's transaction [RET-01, RET-03]. Hidden photos
 * are back once it commits, and a deletion in progress stops: the account's lock serialises order and sweep. Orders that arrive
 * late or twice never shorten anything.
 */
export async function extendStorage(
  deps: ExtendDeps,
  trx: Queryable,
  customerId: CustomerId,
  orderedAt: Date,
): Promise<void> {
  const { channel, ...row } = await requireAccount(trx, customerId, orderedAt);
  if (row.last_order_at && row.last_order_at >= orderedAt) return;
  const now = deps.clock();
  const { projected, delayed } = datesAfterOrder(channel, row, orderedAt);
  const keepsLibrary = row.state === 'kept' || projected >= dayIn(channel.timeZone, now);
  const changes: Parameters<typeof updateAccount>[2] = {
    last_order_at: orderedAt,
    projected_deletion_date: projected,
    due_at: now,
    ...(keepsLibrary && { state: 'kept', grace_ends_on: null }),
    delayed_deletion_date: delayed,
    moved_from: null,
  };
  await updateAccount(
    trx,
    customerId,
    changes,
    pushSql(customerId, { type: 'storage-changed', data: {} }, now),
  );
  if (row.state !== 'kept' && keepsLibrary) await showLibrary(deps, trx, row, now);
}

type Dates = Pick<AccountRow, 'registered_at' | 'delayed_deletion_date'>;

/** The dates of an account once an order of that moment has extended it. */
export function datesAfterOrder(channel: RetainingChannel, row: Dates, orderedAt: Date) {
  // A first order may be dated before the registration: an old one that is reported late.
  const projected = later(projectedDate(channel, orderedAt), projectedDate(channel, row.registered_at));
  const delayed = row.delayed_deletion_date;
  return { projected, delayed: delayed !== null && delayed > projected ? delayed : null };
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

async function requireAccount(trx: Queryable, customerId: CustomerId, registeredAt: Date): Promise<Account> {
  const found = await lockAccount(trx, customerId);
  if (found) return found;
  const { id: channel } = await channelOf(trx, customerId);
  await beginStorage(trx, { customerId, channel, registeredAt });
  const started = await lockAccount(trx, customerId);
  if (!started) throw new Error('A storage account that has just begun is gone');
  return started;
}

type Hidden = Pick<AccountRow, 'user_id' | 'state'>;

async function showLibrary(deps: ExtendDeps, trx: Queryable, { user_id, state }: Hidden, now: Date) {
  if (state === 'deleting') await deps.stopDeletingLibrary(trx, user_id);
  await push(trx, user_id, { type: 'photos-changed', data: { change: 'added', photoIds: [] } }, now);
}

const later = (a: string, b: string) => (a > b ? a : b);
