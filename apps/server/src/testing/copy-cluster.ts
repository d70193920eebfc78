import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from './with-client.ts';

/** `url` leads to the running cluster whose folder is `from`. */
type Options = { from: string; url: string; to: string; withLog: boolean };

const POSTMASTER = /postmaster\.(pid|opts)$/;
const LOG = /pg_wal\/[0-9a-zA-Z]/;

/**
 * Copies the folder of a running cluster, as pg_basebackup would: what starts from the copy first replays the log since the copy began,
 * its own copy of it (`withLog`) or an archive's.
 */
export async function copyCluster({ from, url, to, withLog }: Options): Promise<void> {
  const filter = (file: string) => !POSTMASTER.test(file) && (withLog || !LOG.test(file));
  await withClient(url, async (client) => {
    await client.query(`select pg_backup_start('test', true)`);
    await cp(from, to, { recursive: true, filter });
    // What begins and what ends a backup belong to one session.
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  });
}
