import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/**
 * The sources of a released version, such as `v0.2.0`, installed and built in a folder of their own. Without its tag, as in a clone
 * that has none, the commit that made the release is taken.
 */
export async function checkOut(version: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-version-'));
  const remove = async () => {
    run('git', ['worktree', 'remove', '--force', folder], root);
    await rm(folder, { recursive: true, force: true });
  };
  run('git', ['worktree', 'add', '--quiet', '--detach', folder, commitOf(version)], root);
  try {
    run('npm', ['ci', '--no-audit', '--no-fund'], folder);
    run('npm', ['run', '--silent', 'build'], folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

function commitOf(version: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  if (git('tag', '--list', version) !== '') return version;
  const subject = `^Release ${version.replace(/^v/, '').replaceAll('.', '\\.')}$`;
  const commit = git('log', '--format=%H', '--max-count=1', `--grep=${subject}`);
  if (commit === '')
    throw new Error(`This clone has neither the tag ${version} nor the commit of that release.`);
  return commit;
}

function run(command: string, args: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
