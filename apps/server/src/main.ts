import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { type App, createApp } from './app.ts';
import { BACKFILLS } from './backfills.ts';
import { type Config, readConfig } from './config/config.ts';
import { loadDemo } from './demo/load-demo.ts';
import { loadChannels } from './modules/frame/channels/index.ts';
import { outliveErrors } from './outlive-errors.ts';
import { systemClock } from './platform/clock.ts';
import { prepareDataDir } from './platform/data-dir.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { migrateDatabase } from './platform/database/migrate.ts';
import { requireDatabase } from './platform/database/require-database.ts';
import { releaseFreeMemory } from './platform/release-free-memory.ts';
import { restartWithoutTypeStripper } from './platform/restart-without-type-stripper.ts';
import { securityLinesOf } from './platform/security-log.ts';
import { StartupError } from './platform/startup-error.ts';
import { type Lifetime, listenOn, stopOnSignals, withFreePort } from './run-server.ts';
import { startupBanner, WHOLE_DEMO } from './startup-banner.ts';

/** With this argument the pages of the web app come from elsewhere: Vite serves them for `npm run dev`. */
const WITHOUT_WEB_APP = '--without-web-app';

/** Starts everything that the environment does not locate elsewhere, and serves until told to stop. */
async function main(): Promise<void> {
  restartWithoutTypeStripper();
  const config = readConfig(await withFreePort(process.env));
  await loadChannels(config.channelsFile, config.publicUrl);
  const log = pino({ level: config.logLevel, redact: ['req.headers', '*.password', '*.token'] });
  const lifetime = stopOnSignals(log, config.drainPauseMs + config.drainMs);
  outliveErrors(log, lifetime);
  const postgres = config.database.url
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: log.child({ part: 'database' }) });
  if (!postgres) await prepareDataDir(config.dataDir);
  lifetime.onStop('the database', async () => postgres?.stop());
  const databaseUrl = config.database.url ?? postgres?.url ?? '';
  const { database, role } = config;
  if (!postgres) await requireDatabase({ ...database, url: databaseUrl, hasJobs: role !== 'web', log });
  await migrateDatabase(database.directUrl ?? databaseUrl, { log, backfills: BACKFILLS });
  const hasWebApp = !process.argv.includes(WITHOUT_WEB_APP);
  const webFolder = hasWebApp ? path.join(config.repositoryRoot, 'apps/web/dist') : null;
  const securityLines = securityLinesOf(log);
  const isAlone = postgres !== null;
  const app = await createApp({ config, databaseUrl, log, securityLines, isAlone, webFolder });
  lifetime.onStop('calls and jobs', app.close);
  lifetime.onStop('the balancer', app.beginDraining);
  // Until then Node keeps in memory what it has compiled or read from its cache: 20 MB.
  flushCompileCache();
  lifetime.onStop('giving memory back', releaseFreeMemory(log));
  if (lifetime.isStopping()) return;
  await listenOn(app.http, config);
  const demo = await beginDemo(app, { config, log, lifetime });
  if (lifetime.isStopping()) return;
  console.log(startupBanner(config, { ...app, disk: await app.room.state(), hasMoreDemo: demo.hasMore }));
  if (demo.hasMore && (await demo.isWhole)) console.log(WHOLE_DEMO);
}

type Started = { config: Config; log: Logger; lifetime: Lifetime };

const WITHOUT_DEMO = { hasMore: false, isWhole: Promise.resolve(false) };

/**
 * Waits for the demo's first photos and orders: whoever reads that Keepsake is there finds no empty account. Returns whether
 * more follows, and when all of it is there.
 */
async function beginDemo({ identity, ...app }: App, { config, log, lifetime }: Started) {
  if (!config.hasDemo || !identity) return WITHOUT_DEMO;
  const hasOrders = config.channelsFile === null;
  const demo = loadDemo({ app: { ...app, identity }, log, clock: systemClock, hasOrders });
  lifetime.onStop('the demo', demo.stop);
  const notice = setTimeout(() => console.log('Adding the first photos and orders of the demo ...'), 1_000);
  const hasMore = await demo.firstParts;
  clearTimeout(notice);
  return { hasMore, isWhole: demo.isWhole };
}

main().catch((error: unknown) => {
  if (error instanceof StartupError) console.error(`Keepsake cannot start: ${error.message}`);
  else console.error('Keepsake cannot start:', error);
  process.exit(1);
});
