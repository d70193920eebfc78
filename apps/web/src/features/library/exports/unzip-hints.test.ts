import { expect, test } from 'vitest';
import { operatingSystemOf } from './unzip-hints.tsx';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15';
test.each([
  ['windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0],
  ['mac', MAC, 0],
  ['ios', MAC, 5],
  ['ios', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 5],
  [
    'android',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    5,
  ],
  ['linux', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0],
  ['linux', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0],
  ['windows', 'something unheard of', 0],
])('%s is recognised by its browser [EXP-21]', (system, userAgent, maxTouchPoints) => {
  expect(operatingSystemOf({ userAgent, maxTouchPoints })).toBe(system);
});
