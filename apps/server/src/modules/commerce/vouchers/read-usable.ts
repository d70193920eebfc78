import { hasEnded, OVERVIEW_ROWS, type OverviewValue, type Voucher } from '@keepsake/contracts';
import type { Deps } from './deps.ts';
import { listWallet } from './store.ts';

/** The part of the overview about a customer's vouchers; null if none can be used. */
export async function readUsable(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<OverviewValue<'vouchers'> | null> {
  const now = clock();
  const all = await listWallet(db, userId, now);
  const usable = all.filter((voucher) => !voucher.isUsed && !hasEnded(voucher, now));
  if (usable.length === 0) return null;
  const end = ({ endsAt }: Voucher) => endsAt ?? '9999';
  const items = usable.toSorted((one, other) => end(one).localeCompare(end(other))).slice(0, OVERVIEW_ROWS);
  return { items, total: usable.length };
}
