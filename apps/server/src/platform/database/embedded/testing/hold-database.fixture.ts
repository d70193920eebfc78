import { startEmbeddedPostgres } from '../../embedded-postgres.ts';

/** A minimal server for tests that kill it: starts the database, prints its URL, stops it on SIGTERM. */
const ignore = () => undefined;
const { url, stop } = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: { info: ignore, warn: ignore, error: ignore },
});
process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ url })}\n`);
setInterval(ignore, 60_000);
