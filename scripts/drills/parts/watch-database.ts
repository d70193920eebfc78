import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** How long the longest of those that wait for a lock has waited; migrations wait for theirs without troubling anybody. */
const LONGEST_WAIT = `
  select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as figure
  from pg_locks join pg_stat_activity using (pid)
  where not granted and locktype <> 'virtualxid' and application_name not like 'keepsake migrate%'`;
const CONNECTIONS = `
  select count(*)::int as figure from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** Watches how long customers' statements wait for locks, until stopped; the result is the longest wait in ms. */
export const watchLocks = (url: string) => watchHighest(url, LONGEST_WAIT, 25);

/** Watches how many connections the database has, this one aside, until stopped; the result is the highest number. */
export const watchConnections = (url: string) => watchHighest(url, CONNECTIONS, 100);

async function watchHighest(url: string, statement: string, everyMs: number) {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' });
  await client.connect();
  let isStopping = false;
  let highest = 0;
  const watching = (async () => {
    while (!isStopping) {
      const { rows } = await client.query<{ figure: number }>(statement);
      highest = Math.max(highest, rows[0]?.figure ?? 0);
      await pause(everyMs);
    }
    await client.end();
  })();
  return {
    async stop(): Promise<number> {
      isStopping = true;
      await watching;
      return highest;
    },
  };
}
