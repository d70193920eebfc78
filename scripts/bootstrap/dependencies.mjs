import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endLike, explain, run } from './become.mjs';

/** Installs the packages of package-lock.json unless they are already there. */
export async function ensureDependencies(root) {
  if (isInstalled(root)) return;
  console.log('Installing packages (only when they have changed, about half a minute) ...');
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm tells its scripts where it is; otherwise the npm on the path is used.
  const npm = process.env.npm_execpath;
  const result = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { cwd: root })
    : await run('npm', args, { cwd: root, shell: process.platform === 'win32' });
  if (result.signal) endLike(result);
  if (result.code !== 0) explain('The packages could not be installed: see what npm says above.');
}

/**
 * npm writes a lockfile of its own into node_modules only once an install is complete. If it contains every package we need in
 * the same version, and none for another platform, there is nothing to do.
 */
export function isInstalled(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const found = readPackages(path.join(root, 'node_modules/.package-lock.json'));
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([location, { version, link, optional }]) => {
    if (!location.includes('node_modules/') || link) return true;
    const installed = found[location];
    return installed ? installed.version === version && isForThisPlatform(installed) : optional;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function isForThisPlatform({ os, cpu }) {
  return accepts(os, process.platform) && accepts(cpu, process.arch);
}

function accepts(list, name) {
  if (list === undefined) return true;
  const names = [list].flat();
  return (
    names.includes(name) || (names.every((entry) => entry.startsWith('!')) && !names.includes(`!${name}`))
  );
}
