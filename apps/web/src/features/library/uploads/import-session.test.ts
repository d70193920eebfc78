import { expect, test, vi } from 'vitest';
import { createRefresh } from './import-session.ts';

test('saved photos make timeline, user and latest photos stale, once a second [TL-41]', () => {
  vi.useFakeTimers();
  const invalidateQueries = vi.fn(async () => undefined);
  const refresh = createRefresh({ invalidateQueries });
  for (let saved = 0; saved < 50; saved++) refresh();
  vi.advanceTimersByTime(1_000);
  expect(invalidateQueries.mock.calls).toEqual([
    [{ queryKey: ['TimeLine'] }],
    [{ queryKey: ['User'] }],
    [{ queryKey: ['LatestUploadedPhotos'] }],
  ]);
  refresh();
  vi.advanceTimersByTime(1_000);
  expect(invalidateQueries).toHaveBeenCalledTimes(6);
  vi.useRealTimers();
});
