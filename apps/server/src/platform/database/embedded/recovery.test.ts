import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type ClusterPaths, clusterPaths } from './cluster.ts';
import { findProcesses, readPostmasterPid, waitUntil } from './processes.ts';
import { makeDataDir, query, silent, start, startInChild } from './testing/database-trial.ts';

const SOON = 20_000;

async function seed(url: string): Promise<void> {
  await query(url, 'create table photo (name text)');
  await query(url, `insert into photo values ('sea.jpg')`);
}

async function expectSeed(url: string): Promise<void> {
  expect(await query(url, 'select name from photo')).toEqual([{ name: 'sea.jpg' }]);
}

/** A query during which its server does not notice that the parent has died. */
function keepBusy(url: string): void {
  query(url, 'select count(*) from generate_series(1, 1000000000)').catch(() => undefined);
}

function killDatabase(paths: ClusterPaths): void {
  const pid = readPostmasterPid(paths);
  if (pid === undefined) throw new Error('no server to kill');
  process.kill(pid, 'SIGKILL');
}

describe('what a kill leaves', () => {
  test('kill -9 of the server alone: its database is stopped and started again', async () => {
    const dataDir = await makeDataDir();
    const { child, url } = await startInChild(dataDir);
    await seed(url);
    const orphan = readPostmasterPid(clusterPaths(dataDir));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(findProcesses(clusterPaths(dataDir))).toContain(orphan);

    await expectSeed((await start(dataDir)).url);
    expect(findProcesses(clusterPaths(dataDir))).not.toContain(orphan);
  });

  test('kill -9 of the database alone: it restarts under the same address, and the log says so', async () => {
    const dataDir = await makeDataDir();
    const stated: string[] = [];
    const log = { ...silent, error: (_: object, message: string) => void stated.push(message) };
    const { url } = await start(dataDir, { log });
    await seed(url);
    keepBusy(url);
    const paths = clusterPaths(dataDir);
    const first = readPostmasterPid(paths);
    killDatabase(paths);

    const isUp = () =>
      query(url, 'select 1').then(
        () => readPostmasterPid(paths) !== first,
        () => false,
      );
    expect(await waitUntil(isUp, SOON)).toBe(true);
    await expectSeed(url);
    expect(stated).toContain('the database ended by itself: starting it again');
  });

  test('stopped the moment it is restarted: nothing is left running', async () => {
    const dataDir = await makeDataDir();
    const stated: string[] = [];
    const log = { ...silent, error: (_: object, message: string) => void stated.push(message) };
    const { stop } = await start(dataDir, { log });
    killDatabase(clusterPaths(dataDir));
    expect(await waitUntil(async () => stated.length > 0, SOON)).toBe(true);
    await stop();
    expect(findProcesses(clusterPaths(dataDir))).toEqual([]);
  });

  test('kill -9 of both, with a backend still working: the next start needs no help', async () => {
    const dataDir = await makeDataDir();
    const { child, url } = await startInChild(dataDir);
    await seed(url);
    keepBusy(url);
    child.kill('SIGKILL');
    await once(child, 'exit');
    killDatabase(clusterPaths(dataDir));

    await expectSeed((await start(dataDir)).url);
  });

  test('a pid file whose number belongs to another process by now', async () => {
    const dataDir = await makeDataDir();
    const paths = clusterPaths(dataDir);
    await (await start(dataDir)).stop();
    await writeFile(paths.pidFile, `${process.pid}\n${paths.data}\n0\n5432\n\n\n0 0\nready\n`);
    await start(dataDir);
  });

  test('kill -9 while the cluster is created: the next start creates it', async () => {
    const dataDir = await makeDataDir();
    const script = fileURLToPath(new URL('./testing/hold-database.fixture.ts', import.meta.url));
    const child = spawn(process.execPath, [script, dataDir], { stdio: 'ignore' });
    const isHalfMade = () => readdirSync(dataDir).some((name) => existsSync(`${dataDir}/${name}/data/base`));
    expect(await waitUntil(isHalfMade, SOON, 1)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(clusterPaths(dataDir).root)).toBe(false);

    await seed((await start(dataDir)).url);
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  test('SIGTERM to the server: nothing is left running', async () => {
    const dataDir = await makeDataDir();
    const { child } = await startInChild(dataDir);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(findProcesses(clusterPaths(dataDir))).toEqual([]);
  });
});
