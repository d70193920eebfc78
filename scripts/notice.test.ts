import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noticeOf } from './notice.ts';

const packageOf = (name: string, license?: string) => ({
  packages: { [`node_modules/${name}`]: { version: '1.0.0', ...(license && { license }) } },
});

test('NOTICE names what is installed', () => {
  const written = noticeOf(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  expect(readFileSync('NOTICE', 'utf8') === written, 'run "npm run complete-lockfile"').toBe(true);
});

test.each([undefined, 'GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'LGPL-3.0'])(
  'a package under the licence %s is refused until somebody decides on it',
  (licence) => {
    expect(() => noticeOf(packageOf('tool', licence))).toThrow('tool 1.0.0 is under');
  },
);

test('of alternative licences one is enough, and what must offer its source does', () => {
  expect(noticeOf(packageOf('tool', '(GPL-2.0 OR MIT)'))).toContain('tool 1.0.0: (GPL-2.0 OR MIT)');
  const offer = noticeOf(packageOf('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'));
  expect(offer).toContain('https://github.com/lovell/sharp-libvips/tree/v1.0.0');
});
