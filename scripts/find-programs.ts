import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** Looks these programs up on the path, installs these Debian packages if one is missing, and returns those still missing. */
export function findPrograms(programs: readonly string[], packages: readonly string[]): string[] {
  const isMissing = (name: string) => !onPath([name]).some(isExecutable);
  const missing = programs.filter(isMissing);
  if (missing.length === 0) return [];
  installFromDebian(missing.join(' and '), packages.join(' '));
  return programs.filter(isMissing);
}

/** Where these programs would be, folder by folder. */
export function onPath(names: readonly string[]): string[] {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs the first of these packages, or sets of packages, that the release has; only root may. */
export function installFromDebian(program: string, ...alternatives: string[]): void {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  const get = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends';
  const tries = alternatives.map((packages) => `${get} ${packages}`).join(' || ');
  install(program, 'Debian', `apt-get update -qq && (${tries})`);
}

/** Runs an installation, and prints its last words if it fails. */
export function install(program: string, source: string, command: string): void {
  console.log(`No ${program} found: installing it from ${source} (once) ...`);
  const { status, stderr } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) console.log(`That did not work: ${stderr.trim().split('\n').at(-1)}`);
}
