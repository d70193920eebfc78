import { createBoundedCache } from './bounded-cache.ts';
import { isAhead } from './recently.ts';

/** `amount` at once, refilled evenly over `seconds`. */
type Allowance = { amount: number; seconds: number };

/** Subjects remembered by each node. */
const MAX_SUBJECTS = 100_000;

/**
 * Allowances of this node alone, counted without the database by the same algorithm as `Throttle.spend`. `take` returns null, or
 * when there is enough again if there is not.
 */
export function createAllowances() {
  const spent = createBoundedCache<{ at: Date; until: number }>({ max: MAX_SUBJECTS });
  return {
    take(subject: string, wanted: number, { amount, seconds }: Allowance, now: Date): Date | null {
      const windowMs = seconds * 1000;
      const stored = spent.get(subject);
      const from = stored && !isAhead(stored.at, now) ? stored.until : 0;
      const spentUntil = Math.max(from, now.getTime()) + (windowMs * wanted) / amount;
      if (spentUntil > now.getTime() + windowMs) return new Date(spentUntil - windowMs);
      spent.set(subject, { at: now, until: spentUntil });
      return null;
    },
  };
}

export type Allowances = ReturnType<typeof createAllowances>;
