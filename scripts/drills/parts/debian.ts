import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPrograms } from '../../find-programs.ts';
import type { Stage } from './stage.ts';

/** The next release of Debian, whose programs are those that operators run; what is made stays for the next drill. */
const RELEASE = 'trixie';
const ROOT = path.join(tmpdir(), 'keepsake-drill-debian-13');
const PACKAGES = ['postgresql-17', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer'];
/** Where the programs see the folder of the drill. */
export const SHARED = '/mnt';

export type Debian = Awaited<ReturnType<typeof openDebian>>;

/** A Debian 13 beside this machine's own system, which shares its network and the folder of the drill; only root can make one. */
export async function openDebian(stage: Stage) {
  if (!existsSync(ROOT)) await make(stage);
  // Others than root pass through it.
  await chmod(stage.folder, 0o711);
  return {
    /** Starts a program as a user of that Debian; it is ended at the end of the drill. */
    start(user: string, command: string, ...args: string[]): Program {
      const script = [
        `mount --rbind /dev ${ROOT}/dev && mount -t proc proc ${ROOT}/proc && mount --bind "$0" ${ROOT}${SHARED}`,
        `exec chroot --userspec=${user}:${user} ${ROOT} "$@"`,
      ].join(' && ');
      const line = ['--mount', 'sh', '-c', script, stage.folder, command, ...args];
      const child = spawn('unshare', line, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH, LANG: 'C' } });
      const program = follow(child, command);
      stage.onEnd(() => program.end('SIGTERM'));
      return program;
    },
    /** Gives a file or folder of the drill to a user of that Debian. */
    give(user: string, file: string): void {
      run('chown', '-R', `--reference=${ROOT}${HOMES[user] ?? ''}`, file);
    },
  };
}

const PATH = '/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Folders that belong to these users. */
const HOMES: Readonly<Record<string, string>> = { postgres: '/var/lib/postgresql' };

/** Waiting for it is in vain. */
export class ProgramEnded extends Error {}

export type Program = ReturnType<typeof follow>;

function follow(child: ChildProcess, name: string) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    /** Throws with its last words if it has ended. */
    requireRunning(): void {
      if (hasEnded()) throw new ProgramEnded(`${name} has ended: ${output.slice(-2_000)}`);
    },
    /** What it printed so far. */
    saying: () => output,
    async end(signal: NodeJS.Signals): Promise<void> {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

async function make(stage: Stage): Promise<void> {
  const missing = findPrograms(['mmdebstrap', 'unshare'], ['mmdebstrap', 'util-linux']);
  if (missing.length > 0) throw new Error(`This drill needs ${missing.join(' and ')}, on a Debian, as root`);
  stage.say('making a Debian 13 with PostgreSQL, Patroni, haproxy and pgbouncer, once');
  const unfinished = `${ROOT}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  run('mmdebstrap', '--quiet', '--variant=apt', `--include=${PACKAGES.join(',')}`, RELEASE, unfinished);
  await rename(unfinished, ROOT);
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr.slice(-2_000)}`);
}
