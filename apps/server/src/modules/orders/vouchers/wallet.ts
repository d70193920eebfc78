import { hasEnded, voucherKeyOf } from '@keepsake/contracts/orders/voucher-rules';
import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import { OVERVIEW_ROWS, type OverviewValue } from '@keepsake/contracts/overview';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { HOUR_SECONDS, MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { Problem } from '../../../platform/problem.ts';
import type { ThrottlePolicy } from '../../../platform/throttle.ts';
import type { Deps } from './deps.ts';
import { findVoucher, insertIntoWallet, listWallet, pushWallet } from './store.ts';

/** Limits unknown codes: a few typing mistakes cost no wait, guessing takes longer and longer. */
const TYPED_CODES: ThrottlePolicy = {
  name: 'voucher-codes',
  freeAttempts: 10,
  firstBlockSeconds: MINUTE_SECONDS,
  longestBlockSeconds: HOUR_SECONDS,
  forgetAfterSeconds: HOUR_SECONDS,
};

type Requested = { customerId: CustomerId; typed: string };
type FindDeps = Pick<Deps, 'db' | 'clock' | 'throttle'>;

/**
 * The voucher for a code as a customer typed it. Throws `not-found` if there is none or another customer has it, and
 * `too-many-requests` after too many of these.
 */
export async function findByCode(deps: FindDeps, requested: Requested): Promise<Voucher> {
  return (await find(deps, requested)).voucher;
}

/** Adds the voucher for a typed code to the customer's wallet. Throws as `findByCode` does. */
export async function addToWallet(deps: FindDeps, requested: Requested): Promise<Voucher> {
  const { customerId } = requested;
  const { key, voucher } = await find(deps, requested);
  const now = deps.clock();
  await deps.db.transaction().execute(async (trx) => {
    if (await insertIntoWallet(trx, { customerId, key }, now)) await pushWallet(trx, customerId, now);
  });
  return voucher;
}

async function find(
  { db, clock, throttle }: FindDeps,
  { customerId, typed }: Requested,
): Promise<{ key: string; voucher: Voucher }> {
  const until = await throttle.attempt(TYPED_CODES, customerId);
  if (until) {
    const seconds = Math.ceil((until.getTime() - clock().getTime()) / 1_000);
    throw new Problem('too-many-requests', { headers: { 'retry-after': String(seconds) } });
  }
  const key = voucherKeyOf(typed);
  const voucher = key === null ? null : await findVoucher(db, { customerId, key });
  if (key === null || !voucher) throw new Problem('not-found');
  await throttle.giveBack(TYPED_CODES, customerId);
  return { key, voucher };
}

/** The part of the overview about a customer's vouchers; null if none can be used. */
export async function readUsable(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customerId: CustomerId,
): Promise<OverviewValue<'vouchers'> | null> {
  const now = clock();
  const all = await listWallet(db, customerId, now);
  const usable = all.filter((voucher) => !voucher.isUsed && !hasEnded(voucher, now));
  if (usable.length === 0) return null;
  const end = ({ endsAt }: Voucher) => endsAt ?? '9999';
  const items = usable.toSorted((one, other) => end(one).localeCompare(end(other))).slice(0, OVERVIEW_ROWS);
  return { items, total: usable.length };
}
