import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';

/** Seeds a customer's projects, an hour apart with 24 photos each, and personal vouchers, directly into the database. */
export async function seedProjects(
  databaseUrl: string,
  { customerId, projects, vouchers }: { customerId: CustomerId; projects: number; vouchers: number },
) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into projects (user_id, id, service, code, version, content_hash, channel, title, product, article, article_type,
         price, pages_count, photo_ids, continue_url, changed_at)
       select $1::uuid, gen_random_uuid(), 'editor', 'P-' || n, 1, sha256(convert_to(n::text, 'utf8')), 'pennyfern', 'Book ' || n,
         'Photo book, landscape', 'BOOK_L28', 'PhotoBook', 2999, 24,
         array(select id from photos where user_id = $1 order by id offset n % 900 limit 24),
         'https://editor.example/P-' || n, now() - n * interval '1 hour'
       from generate_series(1, $2::int) as n`,
      [customerId, projects],
    );
    await client.query(
      `insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
       select $1, photo_id, 'project', id::text, now() from projects, unnest(photo_ids) as photo_id where user_id = $1`,
      [customerId],
    );
    await client.query(
      `insert into vouchers (key, code, service, version, content_hash, customer_id, title, percent, uses)
       select 'BENCH' || n, 'BENCH' || n, 'shop', 1, sha256(convert_to(n::text, 'utf8')), $1, 'Welcome', 10, 'once'
       from generate_series(1, $2::int) as n`,
      [customerId, vouchers],
    );
    await client.query('vacuum (analyze) projects, photo_uses, vouchers');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
