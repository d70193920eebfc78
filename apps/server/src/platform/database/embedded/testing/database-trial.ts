import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres.ts';
import { clusterPaths } from '../cluster.ts';
import { endLeftovers, type Log } from '../processes.ts';

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A data folder for one test. Afterwards its processes are ended and it is removed. */
export async function makeDataDir(parent = tmpdir()): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(parent, 'keepsake-trial-')));
  onTestFinished(async () => {
    await endLeftovers(clusterPaths(folder), silent);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Starts the database in this process until the end of the test. Not durable, which makes it fast. */
export async function start(
  dataDir: string,
  options: { log?: Log; tryUnshare?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log: silent, durable: false, ...options });
  onTestFinished(() => database.stop());
  return database;
}

/** Starts the database from another process, which the test may kill. */
export async function startInChild(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('./hold-database.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
  throw new Error('the database did not start');
}

/** Runs one query on its own connection. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return await client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
