import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { BACKFILLS } from './backfills.ts';
import { type Config, policySourcesOf } from './config/config.ts';
import { findMissingChannels } from './modules/account/customers/index.ts';
import type { NeededDates } from './modules/creations/needed-by/index.ts';
import { serviceOriginsFor } from './modules/frame/channels/index.ts';
import { describePage } from './modules/frame/configuration/index.ts';
import { joinOverviewParts } from './modules/frame/overview/index.ts';
import type { NewLegacyUpload } from './modules/library/legacy-import/index.ts';
import { describeEpochs, type Reconcile } from './modules/library/reconcile/index.ts';
import { hideRoutes } from './modules/library/retention/index.ts';
import type { Uploads } from './modules/library/uploads/index.ts';
import type { DemoShop } from './modules/shop/demo-shop/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { watchBackfills } from './platform/database/backfills.ts';
import type { DatabaseConnection } from './platform/database/database.ts';
import type { DiskRoom } from './platform/disk-room.ts';
import { areasOf } from './platform/erase-declared.ts';
import { FORGET_EXPIRED_CRONS, forgetExpiredTasks } from './platform/forget-expired.ts';
import { mountApiReference } from './platform/http/api-reference.ts';
import { createBudgets } from './platform/http/budgets.ts';
import { createServer } from './platform/http/create-server.ts';
import { mountRoutes } from './platform/http/mount-routes.ts';
import { mountOperations } from './platform/http/operations-routes.ts';
import type { Route } from './platform/http/route.ts';
import type { PolicySources } from './platform/http/security-headers.ts';
import { mountPasswordPage, serveWeb } from './platform/http/serve-web.ts';
import type { Runnable } from './platform/jobs/jobs.ts';
import { RUN_BACKFILLS_CRON, runBackfillsTask } from './platform/jobs/run-backfills.ts';
import { runJobs } from './platform/jobs/run-jobs.ts';
import type { Module } from './platform/module.ts';
import { type Epochs, isBehind, writeEpoch } from './platform/objects/epochs.ts';
import { watchEpochs } from './platform/objects/removal-gate.ts';
import { watchStorage } from './platform/objects/storage.ts';
import type { PersonalData } from './platform/personal-data.ts';
import { openPlatform, type Platform } from './platform/platform.ts';
import { mountPushSocket } from './platform/push-socket.ts';
import type { Journal } from './platform/recovery/journal.ts';
import { beginJournal } from './platform/recovery/journal-begin.ts';
import { refuseInRestoreMode, waitForReconcile } from './platform/recovery/restore-mode.ts';
import type { Secrets } from './platform/secrets.ts';
import { recordRefusals } from './platform/security-log.ts';
import { requireFilled, type Slots } from './platform/slot.ts';
import type { Expiry, Tables } from './platform/tables.ts';
import { type ClockWatch, watchClocks } from './platform/watch-clocks.ts';
import { type AccountWing, createAccountWing } from './wings/account.ts';
import { createBusinessWing } from './wings/business.ts';
import { createCreationsWing } from './wings/creations.ts';
import { createExchangeWing } from './wings/exchange.ts';
import { createFrameWing } from './wings/frame.ts';
import type { Identity } from './wings/identity.ts';
import { createLibraryWing } from './wings/library.ts';
import { createOrdersWing } from './wings/orders.ts';
import { createShopWing } from './wings/shop.ts';

type Options = {
  config: Config;
  databaseUrl: string;
  log: Logger;
  /** Receives the security log; without it, its lines obey the level of `log`. */
  securityLines?: Logger;
  clock?: Clock;
  /** True if no other node shares the database: what a killed run left behind is taken up at once. */
  isAlone?: boolean;
  /** The built web app; null serves the platform only. */
  webFolder: string | null;
};

export type App = {
  http: FastifyInstance;
  connection: DatabaseConnection;
  secrets: Secrets;
  journal: Journal;
  /** Null if an external provider keeps the accounts. */
  identity: Identity | null;
  /** Everything this process can do in the background, whether it runs jobs or not. */
  tasks: readonly Runnable[];
  routes: readonly Route[];
  /** Every module's tables. */
  tables: readonly Tables[];
  /** What of them is deleted once it is over. */
  expires: readonly Expiry[];
  /** What every module keeps of customers. */
  personalData: readonly PersonalData[];
  uploads: Uploads;
  reconcile: Reconcile;
  /** Messages for the operator about channels that customers have and this node lacks. */
  missingChannels: readonly string[];
  /** How database and store relate. */
  epochs: Epochs;
  /** The disk of the data folder. */
  room: DiskRoom;
  /** Keeps a file from before there were libraries until its customer imports it. */
  keepLegacyUpload(upload: NewLegacyUpload): Promise<unknown>;
  /** Takes over a newsletter subscription confirmed elsewhere. */
  importSubscription: AccountWing['importSubscription'];
  /** Null if the retailer has its own editor. */
  demoShop: DemoShop | null;
  setNeededDate: NeededDates['setFirst'];
  /** Tells balancers to send no more calls, and goes on answering while they learn of it. */
  beginDraining(): Promise<void>;
  /** Ends running calls and jobs, then what they use. */
  close(): Promise<void>;
};

/** Builds the whole platform from its wings, which know every module. */
export async function createApp(options: Options): Promise<App> {
  const { config, log, clock = systemClock, isAlone, webFolder } = options;
  const platform = await openPlatform({ ...options, settings: config, clock, machineClock: systemClock });
  const { connection, db, secrets, journal, objects } = platform;
  const { modules, personalData, parts, ...served } = await createWings(config, platform);
  const { crons, ...gathered } = gather(modules, platform);
  const missingChannels = await findMissingChannels(db);
  for (const sentence of missingChannels) log.warn(sentence);
  const epochs = await joinStore(platform);
  const clocks = watchClocks(platform);
  const state = { isDraining: false };
  const http = await openServer(config, platform, { epochs, clocks, state });
  if (config.role !== 'worker')
    await serveCalls(http, { config, platform, modules, ...gathered, webFolder, ...served });
  const runner =
    config.role === 'web' ? null : await startJobs(config, platform, { ...gathered, crons, isAlone });
  if (runner) clocks.onSetBack(runner.realign);
  return {
    ...parts,
    http,
    connection,
    secrets,
    journal,
    ...gathered,
    personalData,
    missingChannels,
    epochs,
    room: objects.room,
    beginDraining: () => beginDraining(state, config),
    async close() {
      state.isDraining = true;
      await clocks.stop();
      await Promise.all([http.close(), runner?.stop()]);
      await Promise.all(modules.map((module) => module.close?.()));
      await platform.close();
    },
  };
}

type Wing = { modules: readonly Module[]; slots?: Slots };

/** Every wing, each from those before it; what it gives them fills their slots. */
async function createWings(config: Config, platform: Platform) {
  const frame = createFrameWing(config, platform);
  const account = await createAccountWing(config, platform, frame);
  const library = await createLibraryWing(config, platform, account);
  const exchange = await createExchangeWing(config, platform, account);
  const orders = createOrdersWing(config, platform, library, exchange);
  const creations = await createCreationsWing(config, platform, {
    account,
    library,
    exchange,
    orders,
  });
  const business = createBusinessWing(config, platform, exchange);
  const shop = await createShopWing(config, platform, { exchange, orders, creations });
  const wings: readonly Wing[] = [frame, account, library, exchange, orders, creations, business, shop];
  const modules = wings.flatMap((wing) => wing.modules);
  const personalData = areasOf(platform.db, modules);
  account.slots.personalData.fill(personalData);
  frame.slots.overview.fill(joinOverviewParts(modules));
  library.slots.recoveries.fill(modules.flatMap(({ recoveries = [] }) => recoveries));
  requireFilled([...wings, ...modules]);
  return {
    modules,
    personalData,
    gate: account.gate,
    verifyService: shop.verifyService,
    isLibraryHidden: library.isLibraryHidden,
    settingsFor: frame.settingsFor,
    scriptsFor: frame.scriptsFor,
    parts: {
      identity: account.identity,
      uploads: library.uploads,
      reconcile: library.reconcile,
      keepLegacyUpload: library.keepLegacyUpload,
      importSubscription: account.importSubscription,
      demoShop: shop.demoShop,
      setNeededDate: creations.setNeededDate,
    },
  };
}

/** What the modules provide together. What must not happen twice waits while the database may be an earlier one. */
function gather(modules: readonly Module[], platform: Platform) {
  const { isInRestoreMode } = platform.objects;
  const routes = modules.flatMap((module) => module.routes ?? []);
  const expires = modules.flatMap((module) => module.expires ?? []);
  const tasks = modules.flatMap((module) => module.tasks ?? []);
  const ofPlatform = [...forgetExpiredTasks(platform, expires), runBackfillsTask(platform, BACKFILLS)];
  return {
    routes: refuseInRestoreMode(routes, isInRestoreMode),
    tasks: waitForReconcile([...tasks, ...ofPlatform], isInRestoreMode),
    crons: [...modules.flatMap((module) => module.crons ?? []), ...FORGET_EXPIRED_CRONS, RUN_BACKFILLS_CRON],
    tables: modules.flatMap((module) => module.tables ?? []),
    expires,
  };
}

type Jobs = Pick<Parameters<typeof runJobs>[0], 'tasks' | 'crons' | 'isAlone'>;

function startJobs({ jobConcurrency }: Config, { connection, objects, log }: Platform, jobs: Jobs) {
  const { db, pool, listeningPool } = connection;
  // A single customer gets half of them, which keeps all decoders busy while one more job reads or writes.
  const concurrency = 2 * (jobConcurrency + 1);
  return runJobs({ ...jobs, db, pool, listeningPool, concurrency, room: objects.room, log });
}

/** Raises the epoch of database and store, and begins the journal if the two belong together. */
async function joinStore({ db, objects, log }: Platform): Promise<Epochs> {
  const epochs = await writeEpoch({ db, objects });
  if (epochs.status === 'together') await beginJournal({ db, objects });
  else log.error(epochs, describeEpochs(epochs));
  return epochs;
}

async function beginDraining(state: { isDraining: boolean }, { drainPauseMs }: Config): Promise<void> {
  state.isDraining = true;
  await pause(drainPauseMs);
  // In a busy process the pause ends before what has arrived meanwhile is read.
  await setImmediate();
}

/** The part of a stop that calls in progress may take: jobs have all of it, and what they use ends after them. */
const CALLS_SHARE = 0.6;

type Watched = { epochs: Epochs; clocks: ClockWatch; state: { readonly isDraining: boolean } };

/** The server with what the operator watches it by, whatever role it has. */
async function openServer(config: Config, platform: Platform, { epochs, clocks, state }: Watched) {
  const { connection, objects, log } = platform;
  const http = await createServer({
    ...config,
    log,
    policySources: sourcesOf(config),
    drainMs: CALLS_SHARE * config.drainMs,
  });
  recordRefusals(http, platform.security);
  // A connection that is kept would bring its next call to a server that is gone.
  http.addHook('onSend', async (_request, reply) => {
    if (state.isDraining) reply.header('connection', 'close');
  });
  const latestEpochs = watchEpochs(objects, epochs);
  mountOperations(http, {
    ...config,
    isDatabaseThere: connection.isThere,
    isStorageThere: watchStorage(objects),
    backfillsPending: await watchBackfills(platform.db),
    isDraining: () => state.isDraining,
    mayRemove: () => latestEpochs().status === 'together',
    isRestored: () => isBehind(latestEpochs()),
    room: objects.room,
    clocks,
  });
  return http;
}

/** Whose scripts, pictures and calls the pages of this installation allow. */
function sourcesOf(config: Config): PolicySources {
  const configured = policySourcesOf(config);
  const connectOrigins = [...configured.connectOrigins, ...serviceOriginsFor(config.publicUrl)];
  return { ...configured, connectOrigins };
}

type Served = Pick<
  Awaited<ReturnType<typeof createWings>>,
  'modules' | 'gate' | 'verifyService' | 'isLibraryHidden' | 'settingsFor' | 'scriptsFor'
> & { config: Config; platform: Platform; routes: readonly Route[]; webFolder: string | null };

/** Mounts whatever browsers and the retailer's systems call. */
async function serveCalls(
  http: FastifyInstance,
  { config, platform, modules, routes, gate, verifyService, webFolder, ...served }: Served,
): Promise<void> {
  const spendBudgets = createBudgets({ ...platform, ...config });
  const open = hideRoutes(routes, served.isLibraryHidden);
  mountRoutes(http, open, { ...gate, verifyService, spendBudgets });
  for (const module of modules) await module.mount?.(http);
  mountPushSocket(http, { ...platform, ...gate, clock: platform.machineClock });
  await mountApiReference(
    http,
    open.map(({ endpoint }) => endpoint),
  );
  const { issuer, accountPages } = config.oidc;
  mountPasswordPage(http, issuer === null ? '/settings/security' : (accountPages?.password ?? null));
  if (webFolder === null) return;
  const policySources = sourcesOf(config);
  await serveWeb(http, { ...config, ...served, describePage, folder: webFolder, policySources });
}
