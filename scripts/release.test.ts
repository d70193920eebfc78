import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { release } from './release.ts';

let root: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const PACKAGES = [
  'package.json',
  'apps/server/package.json',
  'packages/contracts/package.json',
  'e2e/package.json',
];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'keepsake-release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of [...PACKAGES, 'package-lock.json']) cpSync(file, path.join(root, file));
  writeFileSync(
    path.join(root, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n- Photos have stars.\n\n## 0.0.1 (2026-01-01)\n',
  );
  git('init', '--quiet', '--initial-branch=main');
  for (const [key, value] of [
    ['user.name', 'Mia Holm'],
    ['user.email', 'mia@example.com'],
    ['commit.gpgsign', 'false'],
    ['tag.gpgsign', 'false'],
    ['core.hooksPath', '/dev/null'],
  ] as const)
    git('config', key, value);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Give photos stars');
});

test('a release is one commit with one version everywhere, a dated section of the changelog, and a tag', () => {
  release(root, '90.1.0', '2026-11-26');
  for (const file of PACKAGES) expect(JSON.parse(read(file)).version).toBe('90.1.0');
  const { version, packages } = JSON.parse(read('package-lock.json'));
  expect([version, packages[''].version, packages['apps/server'].version]).toEqual([
    '90.1.0',
    '90.1.0',
    '90.1.0',
  ]);
  expect(read('CHANGELOG.md')).toContain(
    '## Unreleased\n\n## 90.1.0 (2026-11-26)\n- Photos have stars.\n\n## 0.0.1',
  );
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '--format=%s', '-1')).toBe('Release 90.1.0');
  expect(git('describe', '--exact-match')).toBe('v90.1.0');
});

test.each([
  [
    'nothing is said in the changelog',
    () => commit('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.0.1\n- Old.\n'),
    '90.1.0',
    'says nothing',
  ],
  [
    'something is not committed',
    () => writeFileSync(path.join(root, 'a.txt'), ''),
    '90.1.0',
    'not committed',
  ],
  ['it is another branch', () => git('switch', '--quiet', '--create', 'stars'), '90.1.0', 'branch main'],
  ['the tag exists', () => git('tag', 'v90.1.0'), '90.1.0', 'v90.1.0 exists'],
  [
    'the upgrade from an earlier release is not tried',
    () => git('tag', 'v90.0.0'),
    '90.1.0',
    'record-upgrade -- v90.0.0',
  ],
  ['the version is not newer', () => undefined, '0.0.9', 'not newer'],
  ['it is no version', () => undefined, 'next', 'no version'],
])('refuses, changing nothing, if %s', (_, prepare, version, reason) => {
  prepare();
  const before = git('rev-parse', 'HEAD');
  expect(() => release(root, version, '2026-11-26')).toThrow(reason);
  expect(git('rev-parse', 'HEAD')).toBe(before);
  expect(git('diff')).toBe('');
});

function commit(file: string, text: string): void {
  writeFileSync(path.join(root, file), text);
  git('commit', '--quiet', '--all', '--message', 'Change it');
}
