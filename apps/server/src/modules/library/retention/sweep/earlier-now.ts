import type { Deps } from '../deps.ts';

/** Both clocks must have passed a moment: one that is wrong, and ahead, ends nothing early. */
export async function earlierNow({ clock, otherClock }: Pick<Deps, 'clock' | 'otherClock'>): Promise<Date> {
  const [own, other] = [clock(), await otherClock()];
  return new Date(Math.min(own.getTime(), other.getTime()));
}
