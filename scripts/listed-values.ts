import pg from 'pg';

/** The texts that a column may contain, by `table.column`. */
export type ListedValues = ReadonlyMap<string, readonly string[]>;

/**
 * The columns of tables whose check lists all their values, `check (state in ('open', 'saved'))`, and those of views that are such
 * columns.
 */
export async function readListedValues(url: string): Promise<ListedValues> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: listed } = await client.query<{ key: string; name: string; definition: string }>(
      `select conrelid || '.' || conkey[1] as key, relname || '.' || attname as name,
         pg_get_constraintdef(pg_constraint.oid) as definition
       from pg_constraint join pg_class on pg_class.oid = conrelid
         join pg_attribute on attrelid = conrelid and attnum = conkey[1]
       where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace`,
    );
    const values = new Map<string, readonly string[]>();
    const byKey = new Map<string, readonly string[]>();
    for (const { key, name, definition } of listed) {
      const texts = textsIn(definition);
      if (!texts) continue;
      values.set(name, texts);
      byKey.set(key, texts);
    }
    const { rows: views } = await client.query<{ name: string; definition: string }>(
      `select viewname as name, rtrim(definition, ';') as definition from pg_views where schemaname = 'public'`,
    );
    for (const { name, definition } of views) {
      const { fields } = await client.query(`select * from (${definition}) as defined limit 0`);
      for (const { name: column, tableID, columnID } of fields) {
        const texts = byKey.get(`${tableID}.${columnID}`);
        if (texts) values.set(`${name}.${column}`, texts);
      }
    }
    return values;
  } finally {
    await client.end();
  }
}

/** The texts of a check that only lists them; undefined for any other. One that is not validated binds what is written since. */
function textsIn(definition: string): string[] | undefined {
  const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)(?: NOT VALID)?$/.exec(definition) ?? [];
  const texts = list?.split(', ').map((item) => /^'([\w .-]+)'::text$/.exec(item)?.[1]);
  return texts?.every((text) => text !== undefined) ? texts.toSorted() : undefined;
}

/** Row types in which these columns have the type of their values. */
export function withListedValues(rowTypes: string, values: ListedValues): string {
  const tables = new Map(
    [...rowTypes.matchAll(/^ {2}(\w+): (\w+);$/gm)].map(([, table = '', type = '']) => [type, table]),
  );
  let table: string | undefined;
  const lines = rowTypes.split('\n').map((line) => {
    const [, type] = /^export interface (\w+)/.exec(line) ?? [];
    if (type) table = tables.get(type);
    const [, column = ''] = /^ {2}(\w+): /.exec(line) ?? [];
    const texts = values.get(`${table}.${column}`);
    return texts ? line.replace(/\bstring\b/, texts.map((text) => `'${text}'`).join(' | ')) : line;
  });
  return lines.join('\n');
}
