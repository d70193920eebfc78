import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { outliveErrors } from '../outlive-errors.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';

/**
 * A node in a separate process, without the web app, with its own database unless one is named, on a given or free port. Tells
 * its parent when it listens, and the key that signs the embedded provider's tokens. With IS_ALONE no other node uses the named
 * database.
 */
const config = readConfig(process.env);
const log = pino({ level: config.logLevel });
const postgres = config.database.url
  ? null
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log, durable: false });
const databaseUrl = config.database.url ?? postgres?.url ?? '';
if (postgres) await migrateDatabase(databaseUrl);
const isAlone = postgres !== null || process.env.IS_ALONE === 'yes';
outliveErrors(log, { restart: () => process.exit(1) });
const app = await createApp({ config, databaseUrl, log, isAlone, webFolder: null });
process.once('SIGTERM', async () => {
  await app.close();
  await postgres?.stop();
  process.exit();
});
const address = await app.http.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) });
const keys = app.identity && (await app.secrets.read('oidc-jwks'));
// It is otherwise written at exit, which a kill prevents.
flushCompileCache();
process.send?.({ address, issuer: app.identity?.issuer, keys });
