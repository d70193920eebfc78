import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { lockfileSchema } from './notice.ts';

const UNRELEASED = '## Unreleased\n';
const MANIFESTS = [
  'package.json',
  'apps/*/package.json',
  'packages/*/package.json',
  'e2e/package.json',
  'bench/package.json',
];

const manifestSchema = z.object({ version: z.string() });

/** Data folders of earlier versions, with which `upgrade.test.ts` starts. */
const RECORDINGS = 'apps/server/src/system-tests/upgrades';

/**
 * Makes a release of a clean main branch: the version in every package.json and in the lockfile, a dated section of the changelog,
 * a commit and an annotated tag. Nothing is pushed. Throws one sentence, before it changes anything, if something is not ready.
 */
export function release(root: string, version: string, today: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  const { version: current } = manifestSchema.parse(JSON.parse(read('package.json')));
  const changelog = read('CHANGELOG.md');
  const tag = `v${version}`;
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`"${version}" is no version: give one such as 1.2.0.`);
  if (compareVersions(version, current) <= 0) throw new Error(`${version} is not newer than ${current}.`);
  if (git('branch', '--show-current') !== 'main') throw new Error('Releases are made of the branch main.');
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists.`);
  const unrecorded = git('tag', '--list', 'v*')
    .split('\n')
    .find((earlier) => earlier !== '' && !existsSync(path.join(root, RECORDINGS, earlier)));
  if (unrecorded)
    throw new Error(`Nothing tries the upgrade from ${unrecorded}: npm run record-upgrade -- ${unrecorded}`);
  if (unreleasedOf(changelog) === '') throw new Error('CHANGELOG.md says nothing under "Unreleased".');

  for (const file of MANIFESTS.flatMap((pattern) => globSync(pattern, { cwd: root })))
    write(file, read(file).replace(`"version": "${current}"`, `"version": "${version}"`));
  write('package-lock.json', lockfileWith(read('package-lock.json'), version));
  write('CHANGELOG.md', changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${today})\n`));
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', tag, '--message', `Keepsake ${version}`);
}

/** What the changelog says of the next version. */
function unreleasedOf(changelog: string): string {
  const [, next = ''] = changelog.split(UNRELEASED);
  return (next.split(/^## /m)[0] ?? '').trim();
}

/** Our own packages are the entries outside node_modules. */
function lockfileWith(text: string, version: string): string {
  const lockfile = lockfileSchema.parse(JSON.parse(text));
  lockfile.version = version;
  for (const [location, entry] of Object.entries(lockfile.packages))
    if (!location.includes('node_modules/')) entry.version = version;
  return `${JSON.stringify(lockfile, null, 2)}\n`;
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [version = ''] = process.argv.slice(2);
  try {
    release('.', version, new Date().toISOString().slice(0, 10));
    console.log(`Released ${version}. Publish it with: git push --follow-tags`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
