import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';
import { findRunningPostgres } from '../platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { createEmptyDatabase } from '../platform/testing/test-database.ts';

/** A customer who is signed in, with the `Cookie` header of the browser. */
export type Session = { customerId: CustomerId; email: string; cookie: string };

/** What customers had not finished, and what it takes to go on. */
export type UnfinishedWork = {
  /** When the server was killed. */
  recordedAt: string;
  publicUrl: string;
  anna: Session & {
    /** SHA-256 of the originals that she was told are saved, in hex. */
    saved: string[];
    /** Address of the upload that was half sent, its content in base64 and how many bytes arrived. */
    upload: { path: string; content: string; sent: number };
    newEmail: string;
    downloadId: string;
    orderCode: string;
  };
  /** Has confirmed the deletion of his account. */
  ben: Session;
  /** Has requested the deletion of all her photos. */
  cleo: Session;
  /** Has yet to confirm the deletion of her account. */
  dora: Session;
  /** A business whose own system was away: of its two callbacks one was tried. */
  studio: Session;
};

/** The files of a recording. The rows are lines of a table's name, a tab and the row as JSON. */
const [ROWS, FILES, WORK] = ['rows.txt', 'files.tar.gz', 'work.json'];
const tar = (...args: string[]) => promisify(execFile)('tar', args);

/**
 * Writes down a data folder whose server was killed and whose database still runs: every row, every file and the migrations that
 * made the tables.
 */
export async function recordFolder(
  target: string,
  { dataDir, migrations, work }: { dataDir: string; migrations: string; work: UnfinishedWork },
): Promise<void> {
  const databaseUrl = await findRunningPostgres(dataDir);
  if (databaseUrl === null) throw new Error('the database does not run');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, WORK), `${JSON.stringify(work, null, 2)}\n`);
  await withClient(databaseUrl, async (client) => {
    const lines: string[] = [];
    for (const { name, columns } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select row_to_json(stored)::text as row from (select ${columns} from ${name}) as stored order by 1`,
      );
      lines.push(...rows.map(({ row }) => `${name}\t${row}\n`));
    }
    await writeFile(path.join(target, ROWS), lines.join(''));
  });
  const staged = await mkdtemp(path.join(tmpdir(), 'keepsake-recording-'));
  const isRecorded = (file: string) => !/^(postgres|keepsake\.(lock|pid))/.test(path.relative(dataDir, file));
  await cp(dataDir, path.join(staged, 'data'), { recursive: true, filter: isRecorded });
  await cp(migrations, path.join(staged, 'migrations'), { recursive: true });
  await tar('-czf', path.join(target, FILES), '-C', staged, 'data', 'migrations');
  await rm(staged, { recursive: true });
}

/**
 * Restores a recording as if it had been made now: the tables by the migrations of then, and all times moved by its age, so that
 * what was valid still is. `change` is what happened to the rows since.
 */
export async function restoreFolder(source: string, change: (client: pg.Client) => Promise<unknown>) {
  const read = (file: string) => readFile(path.join(source, file), 'utf8');
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-recorded-'));
  await tar('-xzmf', path.join(source, FILES), '-C', folder);
  const work: UnfinishedWork = JSON.parse(await read(WORK));
  const database = await createEmptyDatabase();
  await migrateDatabase(database.url, { folder: path.join(folder, 'migrations') });
  const rows = Map.groupBy((await read(ROWS)).split('\n').slice(0, -1), (line) => line.split('\t')[0]);
  await withClient(database.url, async (client) => {
    // No trigger and no reference to another table: the rows are what they were.
    await client.query('set session_replication_role = replica');
    const tables = await listTables(client);
    await client.query(`truncate ${tables.map(({ name }) => name).join()} cascade`);
    for (const table of tables) await insertRows(client, table, rows.get(table.name) ?? []);
    await moveTimes(client, tables, Math.floor((Date.now() - Date.parse(work.recordedAt)) / 1_000));
    await change(client);
  });
  const dataDir = path.join(folder, 'data');
  await forgetLineage(dataDir);
  return {
    work,
    dataDir,
    databaseUrl: database.url,
    async remove() {
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

type Table = {
  name: string;
  /** All that are written. */
  columns: string;
  times: string[] | null;
  dates: string[] | null;
  /** Those that a sequence numbers. */
  numbered: string[] | null;
};

/** All tables but the queue's own list of migrations. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', nspname, relname) as name,
      string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      array_agg(quote_ident(attname)) filter (where atttypid = 'timestamptz'::regtype) as times,
      array_agg(quote_ident(attname)) filter (where atttypid = 'date'::regtype) as dates,
      array_agg(attname::text) filter (
        where pg_get_serial_sequence(format('%I.%I', nspname, relname), attname) is not null) as numbered
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p') and not relispartition
      and (nspname, relname) <> ('graphile_worker', 'migrations')
    group by nspname, relname order by 1`);
  return rows;
}

/** Inserts rows as they were, and has numbers go on after them. */
async function insertRows(
  client: pg.Client,
  { name, numbered }: Table,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return;
  const texts = lines.map((line) => line.slice(line.indexOf('\t') + 1));
  const columns = Object.keys(JSON.parse(texts[0] ?? '{}')).map((column) => pg.escapeIdentifier(column));
  await client.query(
    `insert into ${name} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${name}, $1)`,
    [`[${texts.join()}]`],
  );
  for (const column of numbered ?? [])
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), max(${pg.escapeIdentifier(column)})) from ${name}`,
      [name, column],
    );
}

async function moveTimes(client: pg.Client, tables: readonly Table[], seconds: number): Promise<void> {
  for (const { name, times, dates } of tables) {
    // Months of photos, which were taken when they were taken.
    if (name === 'public.photo_month_counts') continue;
    const moved = [
      ...(times ?? []).map((column) => `${column} = ${column} + make_interval(secs => ${seconds})`),
      ...(dates ?? []).map((column) => `${column} = ${column} + ${Math.floor(seconds / 86_400)}`),
    ];
    if (moved.length > 0) await client.query(`update ${name} set ${moved}`);
  }
  // What the provider says of times in seconds.
  await client.query(
    `update oidc_payloads set payload = payload || (
       select coalesce(jsonb_object_agg(key, value::bigint + $1), '{}') from jsonb_each(payload)
       where key in ('exp', 'iat', 'loginTs', 'authTime'))`,
    [seconds],
  );
}

/** The rows are in another cluster now. Keepsake would notice that, and wait until somebody says that it is not an earlier copy. */
async function forgetLineage(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'objects/system/epoch.json');
  const { lineage: _, ...epoch } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify(epoch));
}

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  await use(client).finally(() => client.end());
}
