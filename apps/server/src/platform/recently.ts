import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AHEAD_SECONDS, MAX_AHEAD_MS } from './clock.ts';
import { faultyField } from './problem.ts';

/** The last `ms` milliseconds, in which something counts: attempts, requests, sent mails. */
export type Recently = { now: Date; ms: number };

/** Whether a time was written by a clock that was ahead: it has not come, and clocks that agree differ by less. */
export function isAhead(time: Date, now: Date): boolean {
  return time.getTime() > now.getTime() + 1_000 * AHEAD_SECONDS;
}

/** Whether something happened in that time. A time that is ahead counts for nothing, or it would count until it has passed. */
export function isRecent(time: Date, { now, ms }: Recently): boolean {
  return time.getTime() > now.getTime() - ms && !isAhead(time, now);
}

/** The same of a column: false as well where it is null. */
export function wasRecent(column: string, { now, ms }: Recently): RawBuilder<SqlBool> {
  const [from, to] = [now.getTime() - ms, now.getTime() + 1_000 * AHEAD_SECONDS].map((at) => new Date(at));
  const time = sql.ref(column);
  return sql<SqlBool>`coalesce(${time} > ${from}::timestamptz and ${time} <= ${to}::timestamptz, false)`;
}

/** When something stops to count. */
export function endOf(time: Date, { now, ms }: Recently): Date {
  return isAhead(time, now) ? now : new Date(time.getTime() + ms);
}

/** Why a time that another system sent cannot be right, if it has passed according to that system; null if it can. */
export const faultOfAhead = (time: Date, now: Date, maxAheadMs: number = MAX_AHEAD_MS): string | null =>
  time.getTime() > now.getTime() + maxAheadMs ? 'is in the future' : null;

/** Throws `invalid-request` with the path of a sent time, or day, that is too far ahead. */
export function refuseAhead(path: string, sent: string | undefined, now: Date, maxAheadMs?: number): void {
  const fault = sent ? faultOfAhead(new Date(sent), now, maxAheadMs) : null;
  if (fault) throw faultyField(path, fault);
}
