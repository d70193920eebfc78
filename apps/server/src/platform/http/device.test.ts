import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const named = (header: string) => deviceOf({ headers: { 'user-agent': header } });
const NOTHING = { browser: null, system: null, device: null };

test('a browser is named by its user agent, but not if that is made up', () => {
  expect(named('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0')).toEqual({
    browser: 'Firefox',
    system: 'Windows',
    device: 'computer',
  });
  for (const header of ['', 'Call 0800 1234 at once/1.0 (x)', 'x'.repeat(4_000), 'constructor/1.0'])
    expect(named(header)).toEqual(NOTHING);
});
