import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { chooseIdentity, commandLine, locateBinaries } from '../platform/database/embedded/programs.ts';
import { copyCluster } from './copy-cluster.ts';
import { freePort } from './free-port.ts';
import { withClient } from './with-client.ts';

const ROLE = 'keepsake';
const STARTED_MS = 30_000;
/** A commit is acknowledged once the standby has it, so that losing the primary loses nothing. */
const SYNCHRONOUS = ['-c', 'synchronous_standby_names=*'];

/** The folder that they lie below, and what ends them. */
type Stage = { folder: string; onEnd(end: () => Promise<unknown>): void };
type Postmaster = Awaited<ReturnType<typeof startPostmaster>>;

/**
 * A primary and a standby that has every acknowledged commit, each with a postmaster of its own, and one address that leads to the
 * primary, as Patroni and a proxy provide.
 */
export async function startStandbyPair(stage: Stage) {
  const first = path.join(stage.folder, 'first');
  await initialize(first);
  let primary = await startPostmaster(stage, first, SYNCHRONOUS);
  let standby = await addStandby(stage, primary, path.join(stage.folder, 'second'));
  const proxy = await startProxy(stage, () => primary.port);
  await query(primary.urlOf('postgres'), `create database ${ROLE}`);
  return {
    url: urlAt(proxy.port),
    standbyUrl: standby.url,
    query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      query<Row>(primary.url, text, values),
    /** As operators do: the primary ends in order, after the standby has everything. */
    async switchOver(): Promise<void> {
      await primary.end('SIGINT');
      await query(standby.url, 'select pg_promote()');
      [primary, standby] = [standby, primary];
      proxy.cut();
    },
  };
}

const urlAt = (port: number, database = ROLE) => `postgres://${ROLE}@127.0.0.1:${port}/${database}`;

async function initialize(folder: string): Promise<void> {
  const { initdb, postgres } = await locateBinaries();
  const args = ['--pgdata', folder, '--username', ROLE, '--auth', 'trust', '--no-instructions', '--no-sync'];
  const line = commandLine(chooseIdentity({ postgres }), initdb, [
    ...args,
    '--encoding',
    'UTF8',
    '--locale',
    'C',
  ]);
  execFileSync(line.command, line.args, { ...line.options, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function startPostmaster(stage: Stage, folder: string, more: readonly string[] = []) {
  const { postgres } = await locateBinaries();
  const port = await freePort();
  const sockets = path.join(stage.folder, 'sockets');
  await mkdir(sockets, { recursive: true });
  const args = ['-D', folder, '-p', String(port), '-k', sockets, '-c', 'listen_addresses=127.0.0.1', ...more];
  const line = commandLine(chooseIdentity({ postgres }), postgres, args);
  const child = spawn(line.command, line.args, { ...line.options, stdio: 'ignore' });
  stage.onEnd(() => end(child, 'SIGINT'));
  const limit = AbortSignal.timeout(STARTED_MS);
  while (!(await isAnswering(urlAt(port, 'postgres')))) {
    if (limit.aborted || child.exitCode !== null) throw new Error(`The database in ${folder} does not start`);
    await pause(50);
  }
  return {
    folder,
    port,
    url: urlAt(port),
    urlOf: (database: string) => urlAt(port, database),
    end: (signal: NodeJS.Signals) => end(child, signal),
  };
}

/** SIGINT is PostgreSQL's fast shutdown, SIGKILL a crash; the processes of a crash end by themselves. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** The rows of a statement. */
const query = <Row extends pg.QueryResultRow>(url: string, text: string, values?: unknown[]) =>
  withClient(url, async (client) => (await client.query<Row>(text, values)).rows);

const isAnswering = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );

/** Copies a running primary and starts the copy as its standby. */
async function addStandby(stage: Stage, primary: Postmaster, folder: string): Promise<Postmaster> {
  await copyCluster({ from: primary.folder, url: primary.urlOf('postgres'), to: folder, withLog: true });
  await writeFile(path.join(folder, 'standby.signal'), '');
  const upstream = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${ROLE} application_name=standby'\n`;
  await appendFile(path.join(folder, 'postgresql.auto.conf'), upstream);
  return startPostmaster(stage, folder);
}

/** An address that leads to the port of the moment. */
async function startProxy(stage: Stage, portNow: () => number) {
  const clients = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = net.connect({ host: '127.0.0.1', port: portNow() });
    clients.add(client);
    for (const [from, to] of [[client, database] as const, [database, client] as const]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    client.on('close', () => clients.delete(client));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const client of clients) client.destroy();
  };
  stage.onEnd(async () => {
    cut();
    server.close();
  });
  return { port: (server.address() as net.AddressInfo).port, cut };
}
