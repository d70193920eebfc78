import pg from 'pg';

/**
 * Customers who registered evenly over the last 18 months, four in five with photos: a sixth of them within the last three
 * months. All are due, as after the first start.
 */
export async function seedCustomers(databaseUrl: string, customers: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into customers (user_id, email, name, channel, identity_type, registered_at)
       select id, n || '@example.com', 'Customer ' || n,
         (array['pennyfern', 'bildersonn', 'kiekhof', 'cliclune', 'stundbo'])[1 + n % 5], 'consumer',
         now() - interval '1 day' - (n / $1::float8) * interval '535 days'
       from generate_series(1, $1::int) as n, lateral (select gen_random_uuid() where n > 0) as made (id)`,
      [customers],
    );
    await client.query(
      `insert into photo_month_counts (user_id, sort_key, month, photos)
       select user_id, 'created', date_trunc('month', registered_at)::date, 10 from customers
       where abs(hashtext(email)) % 5 > 0`,
    );
    await client.query(
      `insert into storage_accounts (user_id, registered_at, projected_deletion_date, due_at)
       select user_id, registered_at, (registered_at + interval '18 months')::date, registered_at from customers`,
    );
    await client.query('vacuum (analyze) customers, photo_month_counts, storage_accounts');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
