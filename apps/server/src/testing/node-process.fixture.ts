import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';

/**
 * A node as a process of its own, without the web app, beside a database of its own unless one is named, at a port that is
 * named or free; tells its parent when it listens, and what tokens of accounts of its own are signed with. With IS_ALONE no
 * other node works on a database that is named.
 */
const config = readConfig(process.env);
const log = pino({ level: config.logLevel });
const postgres = config.database.url
  ? null
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log, durable: false });
const databaseUrl = config.database.url ?? postgres?.url ?? '';
if (postgres) await migrateDatabase(databaseUrl);
const isAlone = postgres !== null || process.env.IS_ALONE === 'yes';
const app = await createApp({ config, databaseUrl, log, isAlone, webFolder: null });
process.once('SIGTERM', async () => {
  await app.close();
  await postgres?.stop();
  process.exit();
});
const address = await app.http.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) });
const keys = app.identity && (await app.secrets.read('oidc-jwks'));
// Written at the end otherwise, which a kill takes away.
flushCompileCache();
process.send?.({ address, issuer: app.identity?.issuer, keys });
