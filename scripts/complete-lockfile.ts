import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type LockedPackage, type Lockfile, lockfileSchema, noticeOf } from './notice.ts';

/** Parts of platform packages' names, and the platform they stand for. */
const SYSTEMS: Record<string, string> = { windows: 'win32' };
for (const os of [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]) {
  SYSTEMS[os] = os;
}
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * Finds the optional dependencies missing from the lockfile, with the entries they should have.
 *
 * npm leaves out packages for other platforms if the registry it asked does not carry them, and `npm ci` then rejects the
 * lockfile everywhere. The package that depends on them names the exact version, so they can be added.
 */
export function findMissingEntries({ packages }: Lockfile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [parent, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isExact = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
      const nearest = findNearest(packages, parent, name);
      if (!isExact || (nearest && packages[nearest]?.version === version)) continue;
      // A copy of another version further up belongs to another package; this one is then placed beside its parent.
      const folder = nearest ? parent.slice(0, parent.lastIndexOf('node_modules/')) : '';
      missing[`${folder}node_modules/${name}`] = describePackage(name, version);
    }
  }
  return missing;
}

/** Searches like Node: in the parent's own folder, then in each one above it. */
function findNearest(packages: Lockfile['packages'], parent: string, name: string): string | undefined {
  for (
    let folder = parent;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    const location = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[location]) return location;
    if (folder === '') return undefined;
  }
}

function describePackage(name: string, version: string): LockedPackage {
  const words = name.replace(/^.*\//, '').split('-');
  const os = words.map((word) => SYSTEMS[word]).filter(Boolean);
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  const last = words.at(-1) ?? '';
  const libc = /musl/.test(last)
    ? ['musl']
    : os.includes('linux') && /gnu/.test(last)
      ? ['glibc']
      : undefined;
  return { version, cpu, ...(libc && { libc }), optional: true, os };
}

/** Locations of packages that npm would install without verifying the download. */
export function findUnchecked({ packages }: Lockfile): string[] {
  return Object.keys(packages).filter(
    (location) =>
      location.includes('node_modules/') && !packages[location]?.integrity && !packages[location]?.link,
  );
}

/** The hash published by the registry for a package; undefined if the registry does not carry it. */
function askForIntegrity(name: string, version: string): string | undefined {
  try {
    const printed = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { stdio: 'pipe' });
    return printed.toString().trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Adds the missing hashes known to the registry. */
function addIntegrity(lockfile: Lockfile): void {
  for (const location of findUnchecked(lockfile)) {
    const entry = lockfile.packages[location];
    const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const integrity = entry?.version && askForIntegrity(name, entry.version);
    if (entry && integrity) entry.integrity = integrity;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lockfile = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const missing = findMissingEntries(lockfile);
  const entries = Object.entries({ ...lockfile.packages, ...missing });
  const byPath = ([one]: [string, unknown], [other]: [string, unknown]) => one.localeCompare(other, 'en');
  lockfile.packages = Object.fromEntries(entries.sort(byPath));
  addIntegrity(lockfile);
  writeFileSync('package-lock.json', `${JSON.stringify(lockfile, null, 2)}\n`);
  writeFileSync('NOTICE', noticeOf(lockfile));
  console.log(`Added ${Object.keys(missing).length} packages of other platforms to package-lock.json.`);
  console.log(`Without integrity: ${findUnchecked(lockfile).join(', ') || 'none'}.`);
}
