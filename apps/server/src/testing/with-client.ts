import pg from 'pg';

/** Uses a connection of its own to a database, whatever becomes of others. */
export async function withClient<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await use(client).finally(() => client.end());
}
