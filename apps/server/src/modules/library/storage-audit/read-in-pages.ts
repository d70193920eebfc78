import type pg from 'pg';

const PAGE = 1_000;

/** Rows of a query page by page, within a transaction, so that a long answer takes no memory. */
export async function* readInPages<Row extends pg.QueryResultRow>(
  client: pg.Client,
  query: string,
): AsyncGenerator<Row[]> {
  await client.query(`declare pages no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${PAGE} from pages`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close pages');
}
