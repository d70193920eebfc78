import pg from 'pg';

/** Names of columns by view. */
export type ViewColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** What an outer join adds without a match is null, whatever the table says. */
const OUTER_JOIN = /\b(?:left|right|full)(?: outer)? join\b/i;

/**
 * The columns of each view that are never null: plain columns of tables that say so. The database knows no such thing of views, but
 * it says of the columns of a query from which columns of tables they are.
 */
export async function readRequiredColumns(url: string): Promise<ViewColumns> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: views } = await client.query<{ name: string; definition: string }>(
      `select viewname as name, rtrim(definition, ';') as definition from pg_views where schemaname = 'public'`,
    );
    const { rows: required } = await client.query<{ key: string }>(
      `select attrelid || '.' || attnum as key from pg_attribute where attnotnull`,
    );
    const keys = new Set(required.map(({ key }) => key));
    const columns = new Map<string, Set<string>>();
    for (const { name, definition } of views) {
      if (OUTER_JOIN.test(definition)) continue;
      const { fields } = await client.query(`select * from (${definition}) as defined limit 0`);
      const own = fields.filter(({ tableID, columnID }) => keys.has(`${tableID}.${columnID}`));
      columns.set(name, new Set(own.map((field) => field.name)));
    }
    return columns;
  } finally {
    await client.end();
  }
}

/** Row types in which these columns of views are not null. */
export function withRequiredColumns(rowTypes: string, columns: ViewColumns): string {
  const views = new Map(
    [...rowTypes.matchAll(/^ {2}(\w+): (\w+);$/gm)].map(([, view = '', type = '']) => [
      type,
      columns.get(view),
    ]),
  );
  let required: ReadonlySet<string> | undefined;
  const lines = rowTypes.split('\n').map((line) => {
    const [, type] = /^export interface (\w+)/.exec(line) ?? [];
    if (type) required = views.get(type);
    const [, column = ''] = /^ {2}(\w+): /.exec(line) ?? [];
    return required?.has(column) ? line.replace(' | null;', ';') : line;
  });
  return lines.join('\n');
}
