import type { ArticleGroup } from '@keepsake/contracts/exchange/cut-off';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@keepsake/contracts/platform/limits';

export type TimeLeft = {
  unit: 'days' | 'hours' | 'minutes';
  /** Whole units, rounded down. */
  count: number;
  /** Milliseconds until the text changes. */
  changesInMs: number;
};

/** The time until a cut-off in everyday terms: days from two on, below that hours, then minutes; null once it has passed. */
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

/** One line of the notice: groups with the same promise and the same deadline. */
export type CutOffLine = {
  /** Titles of the groups; empty if the line covers all groups. */
  titles: string[];
  promise: string;
  orderBy: string;
};

/**
 * The lines for the groups of some articles, earliest cut-off first; for all groups only the next one. Past cut-offs are left
 * out.
 */
export function linesOf(
  groups: readonly ArticleGroup[],
  { now, articles = [] }: { now: number; articles?: readonly string[] },
): CutOffLine[] {
  const hasArticle = (group: ArticleGroup) => articles.some((article) => group.articles.includes(article));
  const meant = articles.length > 0 ? groups.filter(hasArticle) : groups;
  const open = meant.flatMap(({ title, cutOff }) =>
    cutOff && Date.parse(cutOff.orderBy) > now ? [{ ...cutOff, title }] : [],
  );
  const together = Map.groupBy(open, ({ orderBy, promise }) => `${orderBy} ${promise}`);
  const lines = [...together.values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    const { orderBy, promise } = first;
    return {
      titles: members.length < meant.length ? members.map(({ title }) => title) : [],
      orderBy,
      promise,
    };
  });
  lines.sort((a, b) => a.orderBy.localeCompare(b.orderBy));
  return articles.length > 0 ? lines : lines.slice(0, 1);
}
