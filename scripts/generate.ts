import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/database/migrate.ts';
import { withCustomerIds } from './customer-id-columns.ts';
import { withJsonTypes } from './json-columns.ts';
import { readListedValues, withListedValues } from './listed-values.ts';
import { readRequiredColumns, withRequiredColumns } from './view-columns.ts';

/**
 * `npm run generate`: writes the generated sources. Row types come from a database with all migrations applied, the route tree
 * from the files below `apps/web/src/routes`.
 */
const root = path.resolve(import.meta.dirname, '..');
const ROW_TYPES = 'apps/server/src/platform/database/database-types.ts';
await generateDatabaseTypes();
generateRouteTree();

async function generateDatabaseTypes(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-generate-'));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  try {
    await migrateDatabase(postgres.url);
    run('kysely-codegen/dist/cli/bin.js', root, [
      ...['--dialect', 'postgres', '--url', postgres.url, '--default-schema', 'public'],
      ...['--exclude-pattern', '{public.kysely_*,graphile_worker.*}', '--date-parser', 'string'],
      ...['--type-mapping', '{"int8":"number","timestamp":"string"}'],
      ...['--out-file', ROW_TYPES],
    ]);
    const file = path.join(root, ROW_TYPES);
    const rowTypes = withRequiredColumns(
      await readFile(file, 'utf8'),
      await readRequiredColumns(postgres.url),
    );
    const listed = withListedValues(rowTypes, await readListedValues(postgres.url));
    await writeFile(file, withCustomerIds(withJsonTypes(listed)));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The router's Vite plugin writes it whenever Vite loads its configuration. */
function generateRouteTree(): void {
  const options = `{ server: { middlewareMode: true, ws: false }, optimizeDeps: { noDiscovery: true } }`;
  const write = `await (await (await import('vite')).createServer(${options})).close()`;
  run('--input-type=module', path.join(root, 'apps/web'), ['--eval', write]);
}

function run(program: string, folder: string, args: readonly string[]): void {
  const first = program.startsWith('--') ? program : path.join(root, 'node_modules', program);
  const { status } = spawnSync(process.execPath, [first, ...args], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
