import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { vi } from 'vitest';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { copyCluster } from './copy-cluster.ts';
import { withClient } from './with-client.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A separate PostgreSQL below `folder` that archives its log, so that it can go back to a point in time. */
export async function startRestorableDatabase(folder: string) {
  const dataDir = path.join(folder, 'database');
  const archive = path.join(folder, 'archive');
  const copy = path.join(folder, 'copy');
  const cluster = path.join(dataDir, 'postgres/data');
  await mkdir(archive, { recursive: true });
  const start = () => startEmbeddedPostgres({ dataDir, log, durable: false });
  let postgres = await start();
  await postgres.stop();
  await appendFile(
    path.join(cluster, 'postgresql.conf'),
    `wal_level = replica\narchive_mode = on\narchive_command = 'cp "%p" "${archive}/%f"'\n`,
  );
  postgres = await start();
  await migrateDatabase(postgres.url);

  const backUp = () => copyCluster({ from: cluster, url: postgres.url, to: copy, withLog: false });
  /** Names a point for `recover` to go back to. */
  async function nameMoment(name: string): Promise<void> {
    await withClient(postgres.url, async (client) => {
      await client.query('select pg_create_restore_point($1)', [name]);
    });
  }
  /** Stops, restores the base backup and replays the archived log up to the point. */
  async function recover(name: string): Promise<void> {
    await withClient(postgres.url, archiveLog);
    await postgres.stop();
    await rm(cluster, { recursive: true });
    await cp(copy, cluster, { recursive: true });
    await appendFile(
      path.join(cluster, 'postgresql.auto.conf'),
      `restore_command = 'cp "${archive}/%f" "%p"'\nrecovery_target_name = '${name}'\n` +
        `recovery_target_action = 'promote'\n`,
    );
    await writeFile(path.join(cluster, 'recovery.signal'), '');
    postgres = await start();
    await withClient(postgres.url, untilPromoted);
  }
  return { url: () => postgres.url, backUp, nameMoment, recover, stop: () => postgres.stop() };
}

async function archiveLog(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  const name = rows[0]?.name ?? '';
  const archived = async () => {
    const { rowCount } = await client.query(
      'select from pg_stat_archiver where last_archived_wal >= $1 collate "C"',
      [name],
    );
    if (rowCount !== 1) throw new Error(`${name} is not archived yet`);
  };
  await vi.waitFor(archived, { timeout: 60_000, interval: 100 });
}

async function untilPromoted(client: pg.Client): Promise<void> {
  const promoted = async () => {
    const { rowCount } = await client.query('select where not pg_is_in_recovery()');
    if (rowCount !== 1) throw new Error('the log is still being replayed');
  };
  await vi.waitFor(promoted, { timeout: 60_000, interval: 100 });
}
