import pg from 'pg';
import { vi } from 'vitest';

const PARTITIONS = 4;

/** Names of the customers' tables of a database: those with a `user_id`. */
async function listCustomerTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Distributes the customers' tables, and makes the views on them anew, in their order. Returns the names of the tables. */
export async function distributeTables(client: pg.Client): Promise<string[]> {
  const { rows: views } = await client.query<{ name: string; definition: string }>(
    `select relname as name, pg_get_viewdef(oid) as definition from pg_class
     where relkind = 'v' and relnamespace = 'public'::regnamespace order by oid`,
  );
  const tables = await listCustomerTables(client);
  for (const table of tables) await distribute(client, table);
  for (const { name, definition } of views)
    await client.query(`create or replace view ${name} as ${definition}`);
  return tables;
}

/** Turns a table into one of four hash partitions by `user_id`, with its keys, indexes and triggers, under its own name. */
async function distribute(client: pg.Client, table: string): Promise<void> {
  const { rows: triggers } = await client.query<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  );
  await client.query(`alter table ${table} rename to ${table}_whole`);
  const copied =
    'including defaults including generated including constraints including indexes including storage';
  await client.query(`create table ${table} (like ${table}_whole ${copied}) partition by hash (user_id)`);
  for (let rest = 0; rest < PARTITIONS; rest++) {
    const share = `with (modulus ${PARTITIONS}, remainder ${rest})`;
    await client.query(`create table ${table}_part_${rest} partition of ${table} for values ${share}`);
  }
  await client.query(`drop table ${table}_whole cascade`);
  for (const { definition } of triggers) await client.query(definition);
}

export type Statement = { text: string; values: unknown[] };

/** Records every statement that this process sends under the application's name, each text once. */
export function recordStatements(): { statements(): Statement[]; stop(): void } {
  const seen = new Map<string, Statement>();
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function record(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [config, values] = args as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof config === 'string' ? config : config.text;
    if (isOfThePlatform(this) && text !== undefined) {
      const given = typeof config === 'string' ? values : (config.values ?? values);
      seen.set(text, { text, values: Array.isArray(given) ? given : [] });
    }
    return query.apply(this, args as Parameters<typeof query>);
  } as typeof query);
  return { statements: () => [...seen.values()], stop: () => spy.mockRestore() };
}

const isOfThePlatform = (client: pg.Client) =>
  (client as unknown as { connectionParameters: { application_name?: string } }).connectionParameters
    .application_name === 'keepsake';

/** Maximum number of partitions of one table that a statement's plan reads or writes with these values. */
export async function countPartitions(client: pg.Client, { text, values }: Statement): Promise<number> {
  const { rows } = await client.query({ text: `explain (format json) ${text}`, values });
  const plan = JSON.stringify(rows[0]['QUERY PLAN']);
  const touched = new Set(
    [...plan.matchAll(/"Relation Name":"(\w+)_part_(\d)"/g)].map(([, table, part]) => `${table} ${part}`),
  );
  const byTable = Map.groupBy(touched, (each) => each.split(' ')[0]);
  return Math.max(0, ...[...byTable.values()].map((parts) => parts.length));
}
