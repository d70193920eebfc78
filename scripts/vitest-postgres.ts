import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { clusterPaths } from '../apps/server/src/platform/database/embedded/cluster.ts';
import { endLeftovers } from '../apps/server/src/platform/database/embedded/processes.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';

const PREFIX = 'keepsake-vitest-';
const ignore = () => undefined;
const log = { info: ignore, warn: console.warn, error: console.error };

/**
 * One PostgreSQL for the whole test run, in a temporary folder; `createTestDatabase` creates databases in it. Not synced to
 * disk, because the tests' data need not survive a crash.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A killed test run cannot stop its database; the next run does. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    const folder = path.join(tmpdir(), name);
    await endLeftovers(clusterPaths(folder), { ...log, warn: ignore });
    await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
