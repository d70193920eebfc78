import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { answer, takeReports } from '#/shared/error-reports.fixture.ts';
import { timelineQuery } from '../queries.ts';
import { timelineStartQuery } from './start-query.ts';

const view = { sortKey: 'created', sortOrder: 'desc', filter: undefined } as const;
const MONTHS = { 2026: { 6: 3 } };

/** Requests the months as the first screen does, or again, while calls whose paths end so answer with these statuses. */
async function load(statuses: Record<string, number>, { isFirst = false } = {}) {
  const reported = takeReports((path) => {
    const [, status = 200] = Object.entries(statuses).find(([end]) => path.endsWith(end)) ?? [];
    return answer(status, path.endsWith('/timeline') && status === 200 ? MONTHS : {});
  });
  const client = new QueryClient();
  const query = isFirst ? timelineStartQuery(view, client) : timelineQuery(view);
  const months = await client.fetchQuery({ ...query, retry: false }).catch(() => null);
  return { map: months?.map, reported };
}

test('months whose layout fails are shown, and the failure is reported once', async () => {
  const { map, reported } = await load({ '/layout': 500 });
  expect(map).toEqual(MONTHS);
  expect(reported).toEqual(['LOAD_TIMELINE_LAYOUT_FAILED']);
});

test('a layout that a service lacks is no failure', async () => {
  const { map, reported } = await load({ '/layout': 404 });
  expect([map, reported]).toEqual([MONTHS, []]);
});

test('what keeps months and layout away is left to the report of the months', async () => {
  const { map, reported } = await load({ '/layout': 500, '/timeline': 500 });
  expect([map, reported]).toEqual([undefined, []]);
});

test('a start of the timeline that fails is reported once, and the months are requested instead', async () => {
  const { map, reported } = await load({ '/start': 500, '/layout': 404 }, { isFirst: true });
  expect(map).toEqual(MONTHS);
  expect(reported).toEqual(['LOAD_TIMELINE_START_FAILED']);
});

test('a start that a service lacks is no failure, and what keeps the months away too is left to their report', async () => {
  const lacking = await load({ '/start': 404, '/layout': 404 }, { isFirst: true });
  expect([lacking.map, lacking.reported]).toEqual([MONTHS, []]);
  const away = await load({ '/start': 500, '/layout': 500, '/timeline': 500 }, { isFirst: true });
  expect([away.map, away.reported]).toEqual([undefined, []]);
});
