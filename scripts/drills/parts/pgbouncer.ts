import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';
import { findDebianMirror, installFromDebian, isExecutable, onPath } from '../../find-programs.ts';
import { query } from './database.ts';
import type { Stage } from './stage.ts';

/** Since 1.21 a pooler in transaction mode knows statements that a client has prepared. */
const OLDEST = [1, 21] as const;
/** What is built stays for the next drill. */
const BUILT = path.join(tmpdir(), 'keepsake-drill-pgbouncer');
/** Debian 12 has 1.18. */
const RELEASE = 'trixie main';
const SOURCE = 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]';
const STARTED_MS = 10_000;

/** A pgbouncer in transaction mode in front of a database. `more` are further lines of its settings. */
export async function startPgbouncer(stage: Stage, databaseUrl: string, more: readonly string[] = []) {
  const program = await findPgbouncer(stage);
  const port = await freePort();
  const file = path.join(stage.folder, `pgbouncer-${port}.ini`);
  await writeFile(file, settingsOf(databaseUrl, port, more), { mode: 0o600 });
  const url = `postgres://keepsake@127.0.0.1:${port}/keepsake`;
  let running: ChildProcess | undefined;
  let output = '';
  async function start(): Promise<void> {
    const [command = '', ...args] = [...asAnyone(), program, file];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    running = child;
    const limit = AbortSignal.timeout(STARTED_MS);
    while (!(await isAnswering(url))) {
      if (limit.aborted || child.exitCode !== null) throw new Error(`pgbouncer does not start: ${output}`);
      await pause(50);
    }
  }
  /** As a crash: its clients and the database see their connections cut. */
  async function kill(): Promise<void> {
    const ended = running && once(running, 'exit');
    running?.kill('SIGKILL');
    await ended;
    running = undefined;
  }
  stage.onEnd(kill);
  await start();
  return { url, start, kill };
}

function settingsOf(databaseUrl: string, port: number, more: readonly string[]): string {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const login = `user=${url.username} password=${decodeURIComponent(url.password)}`;
  return [
    '[databases]',
    `keepsake = host=${host} port=${url.port} dbname=${url.pathname.slice(1)} ${login}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'max_client_conn = 1000', 'max_prepared_statements = 400'],
    // The last of two lines counts.
    ...more,
    '',
  ].join('\n');
}

/** It refuses root, and another user could not reach the socket of the database. */
const asAnyone = () =>
  process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];

/** Null where nobody answers yet. */
const isAnswering = async (url: string) => (await query(url, 'select 1').catch(() => null)) !== null;

/** PGBOUNCER, one on the path, or one that is built from Debian's source. */
async function findPgbouncer(stage: Stage): Promise<string> {
  const built = path.join(BUILT, 'pgbouncer');
  const existing = [process.env.PGBOUNCER ?? '', ...onPath(['pgbouncer']), '/usr/sbin/pgbouncer', built];
  const found = existing.find((file) => file !== '' && isExecutable(file) && isNewEnough(file));
  if (found) return found;
  stage.say('building pgbouncer from Debian 13, once');
  await build(built);
  return built;
}

function isNewEnough(program: string): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
}

async function build(built: string): Promise<void> {
  if (!existsSync('/usr/include/event2/event.h'))
    installFromDebian('libevent', 'libevent-dev libssl-dev pkg-config gcc make');
  const work = path.join(BUILT, 'source');
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    await mkdir(path.join(work, folder), { recursive: true });
  await writeFile(path.join(work, 'sources.list'), `${SOURCE} ${findDebianMirror()} ${RELEASE}\n`);
  const apt = [
    `apt-get -qq -o Dir::Etc::sourcelist=${work}/sources.list -o Dir::Etc::sourceparts=-`,
    `-o Dir::State::lists=${work}/lists -o Dir::Cache=${work}/cache`,
  ].join(' ');
  run(`${apt} update && ${apt} source --download-only pgbouncer`, work);
  const archive = (await readdir(work)).find((file) => /\.orig\.tar\.\w+$/.test(file));
  run(`mkdir -p unpacked && tar xf ${archive} --strip-components=1 -C unpacked`, work);
  const without = '--without-cares --without-pam --without-systemd --without-ldap';
  run(
    `./configure --quiet ${without} && make -s -j2 pgbouncer && cp pgbouncer ${built}`,
    path.join(work, 'unpacked'),
  );
}

function run(command: string, cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, { shell: true, cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`pgbouncer could not be built: ${command}\n${stdout}${stderr}`.slice(0, 4_000));
}
