import type { ArticleGroup } from '@keepsake/contracts/exchange/cut-off';
import { HOUR_MS, MINUTE_MS } from '@keepsake/contracts/platform/limits';
import { describe, expect, test } from 'vitest';
import { linesOf, timeLeft } from './time-left.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');

describe('the time left', () => {
  test.each([
    [21 * 24 * HOUR_MS, 'days', 21],
    [48 * HOUR_MS, 'days', 2],
    [48 * HOUR_MS - 1, 'hours', 47],
    [HOUR_MS, 'hours', 1],
    [HOUR_MS - 1, 'minutes', 59],
    [MINUTE_MS, 'minutes', 1],
    [MINUTE_MS - 1, 'minutes', 0],
  ])('of %i ms is never rounded up [CUT-02]', (ms, unit, count) => {
    expect(timeLeft(ms)).toMatchObject({ unit, count });
  });

  test.each([0, -1])('is null at %i ms', (ms) => expect(timeLeft(ms)).toBeNull());

  test('changes exactly at the announced time', () => {
    for (const ms of [3 * 24 * HOUR_MS + 5, 48 * HOUR_MS, 90 * MINUTE_MS, 61_500]) {
      const { unit, count, changesInMs } = timeLeft(ms) ?? { changesInMs: 0 };
      expect(timeLeft(ms - changesInMs + 1)).toMatchObject({ unit, count });
      expect(timeLeft(ms - changesInMs)).not.toEqual(expect.objectContaining({ unit, count }));
    }
  });
});

describe('the lines of a cut-off notice', () => {
  const promise = 'to have it before Christmas';
  const group = (name: string, day: number | null): ArticleGroup => ({
    name,
    title: name.toUpperCase(),
    articles: [`${name}-1`, `${name}-2`],
    cutOff:
      day === null
        ? null
        : { campaign: 'christmas', title: 'Christmas', promise, orderBy: `2026-12-${day}T12:00:00.000Z` },
  });
  const groups = [group('prints', 17), group('books', 14), group('frames', 17), group('cards', null)];
  const daysOf = (lines: ReturnType<typeof linesOf>) => lines.map(({ orderBy }) => orderBy.slice(8, 10));

  test('are the next one only, if no articles are given', () => {
    expect(linesOf(groups, { now: NOW })).toEqual([
      { titles: ['BOOKS'], promise, orderBy: '2026-12-14T12:00:00.000Z' },
    ]);
  });

  test('are those of the articles’ groups, earliest first, with groups of the same deadline combined', () => {
    const articles = ['frames-2', 'prints-1', 'books-1', 'cards-1'];
    const lines = linesOf(groups, { now: NOW, articles });
    expect(lines.map(({ titles }) => titles)).toEqual([['BOOKS'], ['PRINTS', 'FRAMES']]);
    expect(linesOf(groups, { now: NOW, articles: ['prints-1', 'frames-1'] })[0]?.titles).toEqual([]);
    expect(linesOf(groups, { now: NOW, articles: ['mugs'] })).toEqual([]);
  });

  test('leave out passed cut-offs', () => {
    expect(daysOf(linesOf(groups, { now: Date.parse('2026-12-14T12:00:00Z') }))).toEqual(['17']);
    expect(linesOf(groups, { now: Date.parse('2026-12-17T12:00:00Z') })).toEqual([]);
  });
});
