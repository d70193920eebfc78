import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createRefresh } from './import-session.ts';

test('saved photos make timeline, user and latest photos stale, once a second [TL-41]', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const refresh = createRefresh(client);
  for (let saved = 0; saved < 50; saved++) refresh();
  vi.advanceTimersByTime(1_000);
  expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    ['TimeLine'],
    ['User'],
    ['LatestUploadedPhotos'],
  ]);
  refresh();
  vi.advanceTimersByTime(1_000);
  expect(invalidate).toHaveBeenCalledTimes(6);
  vi.useRealTimers();
});
