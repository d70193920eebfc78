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
export type CutOffLine = {
  /** Titles of the groups; empty where all that are meant are. */
  titles: string[];
  promise: string;
  orderBy: string;
};

/**
 * What is told of the groups of some articles, the first cut-off first; of all groups the next one alone. What has passed is
 * not told.
 */
export function linesOf(
  groups: readonly ArticleGroup[],
  { now, articles = [] }: { now: number; articles?: readonly string[] },
): CutOffLine[] {
  const isAbout = (group: ArticleGroup) => articles.some((article) => group.articles.includes(article));
  const meant = articles.length > 0 ? groups.filter(isAbout) : groups;
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
