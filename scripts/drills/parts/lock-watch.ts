import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const EVERY_MS = 25;
/** How long the longest of those that wait for a lock has waited; migrations wait for theirs without troubling anybody. */
const LONGEST = `
  select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
  from pg_locks join pg_stat_activity using (pid)
  where not granted and locktype <> 'virtualxid' and application_name not like 'keepsake migrate%'`;

/** Watches how long customers' statements wait for locks, until stopped; the result is the longest wait in ms. */
export async function watchLocks(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' });
  await client.connect();
  let isStopping = false;
  let longestMs = 0;
  const watching = (async () => {
    while (!isStopping) {
      const { rows } = await client.query<{ ms: number }>(LONGEST);
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0);
      await pause(EVERY_MS);
    }
    await client.end();
  })();
  return {
    async stop(): Promise<number> {
      isStopping = true;
      await watching;
      return longestMs;
    },
  };
}
