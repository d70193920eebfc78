import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import pg from 'pg';
import { connectionUrl } from './address.ts';
import { clusterPaths } from './paths.ts';

/**
 * Address of the database that a running Keepsake keeps in this data folder, null when none answers. For reading beside
 * it: whoever adopts must not stop it.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  if (!existsSync(dataDir)) return null;
  const paths = clusterPaths(await realpath(dataDir));
  try {
    // Line 4 of the file is the port, line 5 the folder of the socket (PostgreSQL, storage-file-layout).
    const [, , , port, socketDir = ''] = (await readFile(paths.pidFile, 'utf8')).split('\n');
    const password = (await readFile(paths.password, 'utf8')).trim();
    const url = connectionUrl({ socketDir, port: Number(port) }, password);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
    return url;
  } catch {
    return null;
  }
}
