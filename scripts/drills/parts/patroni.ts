import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { stringify } from 'yaml';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';
import { query } from './database.ts';
import { type Debian, openDebian, ProgramEnded, SHARED } from './debian.ts';
import type { Stage } from './stage.ts';

const STARTED_MS = 90_000;
const DATABASE = 'keepsake';
/** Patroni's names of the two members. */
const NAMES = ['first', 'second'] as const;

type Member = { name: string; databasePort: number; restPort: number; data: string };

/**
 * Two servers of PostgreSQL that Patroni replicates synchronously and promotes, etcd that it decides by, and a haproxy whose one
 * address leads to the primary: what a platform team runs.
 */
export async function startPatroni(stage: Stage) {
  const debian = await openDebian(stage);
  const etcd = await startEtcd(stage, debian);
  const members = await Promise.all(NAMES.map((name) => describeMember(stage, name)));
  for (const member of members) await startMember(stage, debian, { member, etcd });
  const [first] = members;
  if (!first) throw new Error('There are no members');
  await within('both members and a synchronous standby', () => isWhole(first));
  const port = await startHaproxy(stage, debian, members);
  const url = addressOf(port, DATABASE);
  const leader = await findLeader(first);
  const asOwner = addressOf(members.find(({ name }) => name === leader)?.databasePort ?? 0, 'postgres');
  await query(asOwner, `create role ${DATABASE} login`);
  await query(asOwner, `create database ${DATABASE} owner ${DATABASE} template template0 encoding 'UTF8'`);
  // haproxy sends connections to either until it has asked both.
  await within('the address of the primary', () => query(url, 'select pg_current_wal_lsn()'));
  return {
    url,
    query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => query<Row>(url, text, values),
    /** As operators do: Patroni ends the primary in order and promotes the standby. */
    async switchOver(): Promise<void> {
      const leader = await findLeader(first);
      await ask(first, '/switchover', { leader });
    },
    /** As a crash: the primary's processes are killed, and Patroni notices. */
    async failOver(): Promise<void> {
      const leader = await findLeader(first);
      const data = members.find(({ name }) => name === leader)?.data ?? '';
      const [postmaster] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(postmaster), 'SIGKILL');
    },
    /** Waits until the former primary follows the new one. */
    rejoin: () => within('the former primary to follow the new one', () => isWhole(first)),
  };
}

const addressOf = (port: number, user: string) => `postgres://${user}@127.0.0.1:${port}/${user}`;

async function describeMember({ folder }: Stage, name: string): Promise<Member> {
  return {
    name,
    databasePort: await freePort(),
    restPort: await freePort(),
    data: path.join(folder, name, 'data'),
  };
}

async function startEtcd(stage: Stage, debian: Debian): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  await mkdir(path.join(stage.folder, 'etcd'), { mode: 0o700 });
  const options = {
    'data-dir': `${SHARED}/etcd`,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  debian.start('root', 'etcd', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`));
  await within('etcd', () => fetch(`${client}/health`));
  return new URL(client ?? '').host;
}

type Start = { member: Member; etcd: string };

async function startMember(stage: Stage, debian: Debian, { member, etcd }: Start): Promise<void> {
  const folder = path.join(stage.folder, member.name);
  await mkdir(folder, { mode: 0o700 });
  await writeFile(path.join(folder, 'patroni.yml'), stringify(settingsOf(member, etcd)));
  debian.give('postgres', folder);
  const program = debian.start('postgres', 'patroni', `${SHARED}/${member.name}/patroni.yml`);
  await within(`the member ${member.name}`, () => {
    program.requireRunning();
    return ask(member, '/readiness');
  });
}

/** The settings that matter here are Patroni's for a primary that loses nothing: a synchronous standby, and no wait for a crashed one. */
function settingsOf({ name, databasePort, restPort }: Member, etcd: string) {
  const user = { username: 'postgres' };
  return {
    scope: 'keepsake',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: `127.0.0.1:${databasePort}`,
      connect_address: `127.0.0.1:${databasePort}`,
      data_dir: `${SHARED}/${name}/data`,
      bin_dir: '/usr/lib/postgresql/17/bin',
      pgpass: `${SHARED}/${name}/pgpass`,
      authentication: { superuser: user, replication: user, rewind: user },
      pg_hba: [
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
        'local all all trust',
      ],
      parameters: { unix_socket_directories: `${SHARED}/${name}`, fsync: false },
    },
  };
}

/** A new connection goes to the member that says it is the primary; those to one that no longer is are cut. */
async function startHaproxy(stage: Stage, debian: Debian, members: readonly Member[]): Promise<number> {
  const port = await freePort();
  const servers = members.map(
    ({ name, databasePort, restPort }) => `  server ${name} 127.0.0.1:${databasePort} check port ${restPort}`,
  );
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout queue 1s',
    '  option redispatch',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen database',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    '',
  ];
  await writeFile(path.join(stage.folder, 'haproxy.cfg'), lines.join('\n'));
  debian.start('root', 'haproxy', '-f', `${SHARED}/haproxy.cfg`);
  return port;
}

type Cluster = { members: { name: string; role: string; state: string }[] };

async function readMembers(member: Member): Promise<Cluster['members']> {
  return ((await (await ask(member, '/cluster')).json()) as Cluster).members;
}

async function findLeader(member: Member): Promise<string> {
  const leader = (await readMembers(member)).find(({ role }) => role === 'leader');
  if (!leader) throw new Error('There is no primary');
  return leader.name;
}

/** Throws unless there is a primary with a synchronous standby that streams. */
async function isWhole(member: Member): Promise<void> {
  const members = await readMembers(member);
  const isComplete = members.some(({ role, state }) => role === 'sync_standby' && state === 'streaming');
  if (!isComplete) throw new Error(`The cluster is ${JSON.stringify(members)}`);
}

/** Calls Patroni; throws unless it agrees. */
async function ask({ restPort }: Member, where: string, body?: object): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${restPort}${where}`, {
    method: body ? 'POST' : 'GET',
    // It closes idle connections without a word.
    headers: { connection: 'close' },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Patroni answered ${where} with ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Tries until it succeeds; throws why it did not within the limit. */
async function within(what: string, attempt: () => unknown): Promise<void> {
  const limit = AbortSignal.timeout(STARTED_MS);
  for (;;) {
    try {
      return void (await attempt());
    } catch (error) {
      if (limit.aborted || error instanceof ProgramEnded)
        throw new Error(`Waiting for ${what} took too long`, { cause: error });
      await pause(200);
    }
  }
}
