import type { Clock } from '../../../platform/clock.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { MAX_REFUSALS_PER_MINUTE } from './limits.ts';

/** Counts refused tokens by address, minute by minute, on this node. */
export function createRefusals(clock: Clock) {
  let minute = 0;
  let counts = new Map<string, number>();

  function current(): Map<string, number> {
    const now = Math.floor(clock().getTime() / MINUTE_MS);
    if (now !== minute) counts = new Map();
    minute = now;
    return counts;
  }
  return {
    add: (address: string) => void current().set(address, (counts.get(address) ?? 0) + 1),
    areTooMany: (address: string) => (current().get(address) ?? 0) >= MAX_REFUSALS_PER_MINUTE,
  };
}
