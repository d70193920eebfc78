import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMissingEntries, findUnchecked } from './complete-lockfile.ts';

test('package-lock.json names the packages of every platform, so that npm ci accepts it everywhere', () => {
  const missing = findMissingEntries(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  expect(Object.keys(missing), 'run "npm run complete-lockfile"').toEqual([]);
});

test('npm verifies the hash of whatever it installs, on every platform', () => {
  expect(findUnchecked(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([]);
});

test('a missing platform package is described by its name', () => {
  const packages = { 'node_modules/tool': { optionalDependencies: { '@tool/cli-linux-x64-musl': '1.2.3' } } };
  expect(findMissingEntries({ packages })).toEqual({
    'node_modules/@tool/cli-linux-x64-musl': {
      version: '1.2.3',
      cpu: ['x64'],
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
  });
});
