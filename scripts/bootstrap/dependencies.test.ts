import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error plain JavaScript, because it runs before anything is installed
import { isInstalled } from './dependencies.mjs';

const one = { version: '1.0.0' };
const elsewhere = { version: '1.0.0', optional: true, os: ['plan9'] };

function makeInstall(wanted: object, found?: object): string {
  const root = mkdtempSync(path.join(tmpdir(), 'keepsake-install-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  if (found)
    writeFileSync(path.join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: found }));
  return root;
}

test.each([
  ["complete, but for another platform's package", { 'node_modules/a': one }, true],
  ['cut off, so npm has not written its list', undefined, false],
  ['of an older version', { 'node_modules/a': { version: '0.9.0' } }, false],
  ['without a package', {}, false],
  ['copied from another platform', { 'node_modules/a': one, 'node_modules/b': elsewhere }, false],
])('an install that is %s', (_, found, expected) => {
  expect(
    isInstalled(makeInstall({ '': {}, 'node_modules/a': one, 'node_modules/b': elsewhere }, found)),
  ).toBe(expected);
});
