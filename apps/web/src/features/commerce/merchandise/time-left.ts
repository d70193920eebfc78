import type { ArticleGroup } from '@keepsake/contracts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type TimeLeft = {
  unit: 'days' | 'hours' | 'minutes';
  /** Whole units, never more than there are. */
  count: number;
  /** Until this is said otherwise, in milliseconds. */
  changesInMs: number;
};

/** How long there is until a cut-off, as people say it: in days from two on, then in hours, then in minutes; null once it has passed. */
export function timeLeft(ms: number): TimeLeft | null {
  if (ms <= 0) return null;
  const [unit, length] =
    ms >= 2 * DAY_MS
      ? (['days', DAY_MS] as const)
      : ms >= HOUR_MS
        ? (['hours', HOUR_MS] as const)
        : (['minutes', MINUTE_MS] as const);
  const count = Math.floor(ms / length);
  return { unit, count, changesInMs: (ms % length) + 1 };
}

/** What is told in one line: groups with the same promise until the same moment. */
export type CutOffLine = { titles: string[]; promise: string; orderBy: string };

/** The cut-offs that have not passed, of the groups of some articles or of all, the first one first. */
export function linesOf(
  groups: readonly ArticleGroup[],
  { now, articles }: { now: number; articles?: readonly string[] },
): CutOffLine[] {
  const lines = new Map<string, CutOffLine>();
  for (const { title, cutOff, articles: members } of groups) {
    const isMeant = !articles || articles.some((article) => members.includes(article));
    if (!cutOff || !isMeant || Date.parse(cutOff.orderBy) <= now) continue;
    const key = `${cutOff.orderBy} ${cutOff.promise}`;
    const line = lines.get(key) ?? { titles: [], promise: cutOff.promise, orderBy: cutOff.orderBy };
    line.titles.push(title);
    lines.set(key, line);
  }
  return [...lines.values()].sort((a, b) => a.orderBy.localeCompare(b.orderBy));
}
