import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';
import { query } from './database.ts';
import { openDebian, type Program, SHARED } from './debian.ts';
import type { Stage } from './stage.ts';

const STARTED_MS = 10_000;

/** A pgbouncer in transaction mode in front of a database of the drill. `more` are further lines of its settings. */
export async function startPgbouncer(stage: Stage, databaseUrl: string, more: readonly string[] = []) {
  const debian = await openDebian(stage);
  const port = await freePort();
  const name = `pgbouncer-${port}.ini`;
  const host = hostOf(databaseUrl).replace(stage.folder, SHARED);
  const settings = settingsOf(databaseUrl, { host, port }, more);
  await writeFile(path.join(stage.folder, name), settings);
  debian.give('postgres', path.join(stage.folder, name));
  await openSocket(stage, databaseUrl);
  const url = `postgres://keepsake@127.0.0.1:${port}/keepsake`;
  let running: Program | undefined;
  async function start(): Promise<void> {
    const started = debian.start('postgres', 'pgbouncer', `${SHARED}/${name}`);
    running = started;
    const limit = AbortSignal.timeout(STARTED_MS);
    while (!(await isAnswering(url))) {
      started.requireRunning();
      if (limit.aborted) throw new Error(`pgbouncer does not answer: ${started.saying()}`);
      await pause(50);
    }
  }
  await start();
  return {
    url,
    start,
    /** As a crash: its clients and the database see their connections cut. */
    kill: async () => await running?.end('SIGKILL'),
  };
}

type Place = { host: string; port: number };

/** `host` is the database's, as pgbouncer sees it, `port` its own. */
function settingsOf(databaseUrl: string, { host, port }: Place, more: readonly string[]): string {
  const url = new URL(databaseUrl);
  const password = url.password === '' ? '' : ` password=${decodeURIComponent(url.password)}`;
  const login = `user=${url.username}${password}`;
  return [
    '[databases]',
    `keepsake = host=${host} port=${url.port} dbname=${url.pathname.slice(1)} ${login}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'max_client_conn = 1000', 'max_prepared_statements = 400'],
    ...['server_login_retry = 1', 'server_connect_timeout = 2'],
    // The last of two lines counts.
    ...more,
    '',
  ].join('\n');
}

function hostOf(databaseUrl: string): string {
  const { searchParams, hostname } = new URL(databaseUrl);
  return searchParams.get('host') ?? hostname;
}

/** Lets other users reach the socket of a database, if it has one; pgbouncer refuses to run as root. */
async function openSocket({ folder }: Stage, databaseUrl: string): Promise<void> {
  const host = hostOf(databaseUrl);
  if (!host.startsWith('/')) return;
  for (let at = host; at.startsWith(`${folder}/`); at = path.dirname(at)) await chmod(at, 0o711);
  await chmod(path.join(host, `.s.PGSQL.${new URL(databaseUrl).port}`), 0o666);
}

/** Null where nobody answers yet. */
const isAnswering = async (url: string) => (await query(url, 'select 1').catch(() => null)) !== null;
