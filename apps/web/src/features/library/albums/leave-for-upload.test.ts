import { expect, test, vi } from 'vitest';
import { leaveForUpload } from './leave-for-upload.ts';

test('it goes to the upload address with the album, and returns after two seconds [ALD-34, ALD-35]', () => {
  vi.useFakeTimers();
  const visited: string[] = [];
  const album = 'https://shop.example/my-photos/albums/a1';
  leaveForUpload('https://upload.example/mobile?from=web', 'a1', {
    go: (url) => visited.push(url),
    here: () => album,
    later: (run, ms) => void setTimeout(run, ms),
  });
  expect(visited).toEqual(['https://upload.example/mobile?from=web&album_id=a1']);
  vi.advanceTimersByTime(1_999);
  expect(visited).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(visited[1]).toBe(album);
  vi.useRealTimers();
});
