import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Config, policySourcesOf } from './config/config.ts';
import { findMissingChannels } from './modules/account/customers/index.ts';
import type { NeededDates } from './modules/creations/needed-by/index.ts';
import { serviceOriginsFor } from './modules/frame/channels/index.ts';
import type { NewLegacyUpload } from './modules/library/legacy-import/index.ts';
import { describeStanding, type Reconcile } from './modules/library/reconcile/index.ts';
import { hideRoutes } from './modules/library/retention/index.ts';
import type { Uploads } from './modules/library/uploads/index.ts';
import type { DemoShop } from './modules/shop/demo-shop/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
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
import { mountPasswordPage, serveWeb } from './platform/http/serve-web.ts';
import type { Runnable } from './platform/jobs/jobs.ts';
import { type JobRunner, runJobs } from './platform/jobs/run-jobs.ts';
import type { Module } from './platform/module.ts';
import { type Epochs, isBehind, writeEpoch } from './platform/objects/epochs.ts';
import { watchEpochs } from './platform/objects/removal-gate.ts';
import { watchStorage } from './platform/objects/storage.ts';
import type { PersonalData } from './platform/personal-data.ts';
import { openPlatform } from './platform/platform.ts';
import { mountPushSocket } from './platform/push-socket.ts';
import type { Journal } from './platform/recovery/journal.ts';
import { beginJournal } from './platform/recovery/journal-begin.ts';
import { refuseInRestoreMode, waitForReconcile } from './platform/recovery/restore-mode.ts';
import type { Secrets } from './platform/secrets.ts';
import { recordRefusals } from './platform/security-log.ts';
import { requireFilled } from './platform/slot.ts';
import type { Expiry, Tables } from './platform/tables.ts';
import { watchClocks } from './platform/watch-clocks.ts';
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
  /** Ends running calls and jobs, then what they use. */
  close(): Promise<void>;
};

/** Builds the whole platform from its wings, which know every module. */
export async function createApp(options: Options): Promise<App> {
  const {
    config,
    databaseUrl,
    log,
    securityLines,
    clock = systemClock,
    isAlone = false,
    webFolder,
  } = options;
  const settings = config;
  const clocks = { clock, machineClock: systemClock };
  const platform = await openPlatform({ settings, databaseUrl, log, securityLines, ...clocks, isAlone });
  const { connection, db, secrets, objects } = platform;
  const account = await createAccountWing(config, platform);
  const library = await createLibraryWing(config, platform, account);
  const exchange = await createExchangeWing(config, platform, account);
  const orders = createOrdersWing(config, platform, library, exchange);
  const creations = await createCreationsWing(config, platform, library, exchange, orders);
  const business = createBusinessWing(config, platform, exchange);
  const shop = await createShopWing(config, platform, { exchange, orders, creations });
  const { settingsFor, scriptsFor, ...frame } = createFrameWing(config, platform, account, {
    ...library.overview,
    ...orders.overview,
    ...creations.overview,
  });
  const modules: readonly Module[] = [
    ...frame.modules,
    ...account.modules,
    ...library.modules,
    ...exchange.modules,
    ...orders.modules,
    ...creations.modules,
    ...business.modules,
    ...shop.modules,
  ];
  const personalData = areasOf(db, modules);
  account.slots.personalData.fill(personalData);
  library.slots.recoveries.fill(modules.flatMap(({ recoveries }) => recoveries ?? []));
  requireFilled(modules);
  const { isInRestoreMode } = objects;
  const routes = refuseInRestoreMode(
    modules.flatMap((module) => module.routes ?? []),
    isInRestoreMode,
  );
  const expires = modules.flatMap((module) => module.expires ?? []);
  const tasks = waitForReconcile(
    [...modules.flatMap((module) => module.tasks ?? []), ...forgetExpiredTasks(platform, expires)],
    isInRestoreMode,
  );
  let isDraining = false;
  let runner: JobRunner | null = null;
  const configured = policySourcesOf(config);
  const connectOrigins = [...configured.connectOrigins, ...serviceOriginsFor(config.publicUrl)];
  const policySources = { ...configured, connectOrigins };
  const http = await createServer({ ...config, log, policySources });
  recordRefusals(http, platform.security);
  const missingChannels = await findMissingChannels(db);
  for (const sentence of missingChannels) log.warn(sentence);
  const epochs = await writeEpoch({ db, objects });
  if (epochs.status === 'together') await beginJournal({ db, objects });
  else log.error(epochs, describeStanding(epochs));
  const isStorageThere = watchStorage(objects);
  const isDatabaseThere = connection.isThere;
  const latestEpochs = watchEpochs(objects, epochs);
  const watchedClocks = watchClocks({
    db,
    machineClock: platform.machineClock,
    onSetBack: async () => runner?.realign(),
    log,
  });
  mountOperations(http, {
    ...config,
    isDatabaseThere,
    isStorageThere,
    isDraining: () => isDraining,
    mayRemove: () => latestEpochs().status === 'together',
    isRestored: () => isBehind(latestEpochs()),
    room: objects.room,
    clocks: watchedClocks,
  });
  if (config.role !== 'worker') {
    const { gate } = account;
    const { verifyService } = shop;
    const spendBudgets = createBudgets({ ...platform, ...config });
    const open = hideRoutes(routes, library.isLibraryHidden);
    mountRoutes(http, open, { ...gate, verifyService, spendBudgets });
    for (const module of modules) await module.mount?.(http);
    mountPushSocket(http, { ...platform, ...gate, clock: platform.machineClock });
    const endpoints = open.map(({ endpoint }) => endpoint);
    await mountApiReference(http, endpoints);
    const { issuer, accountPages } = config.oidc;
    mountPasswordPage(http, issuer === null ? '/settings/security' : (accountPages?.password ?? null));
    if (webFolder)
      await serveWeb(http, {
        ...config,
        folder: webFolder,
        policySources,
        settingsFor,
        scriptsFor,
      });
  }
  const crons = [...modules.flatMap((module) => module.crons ?? []), ...FORGET_EXPIRED_CRONS];
  // A single customer gets half of them, which keeps all decoders busy while one more job reads or writes.
  const concurrency = 2 * (config.jobConcurrency + 1);
  runner =
    config.role === 'web'
      ? null
      : await runJobs({
          db,
          pool: connection.pool,
          tasks,
          crons,
          concurrency,
          isAlone,
          room: objects.room,
          log,
        });
  return {
    http,
    connection,
    secrets,
    journal: platform.journal,
    identity: account.identity,
    tasks,
    routes,
    tables: modules.flatMap((module) => module.tables ?? []),
    expires,
    personalData,
    uploads: library.uploads,
    reconcile: library.reconcile,
    missingChannels,
    epochs,
    room: objects.room,
    keepLegacyUpload: library.keepLegacyUpload,
    importSubscription: account.importSubscription,
    demoShop: shop.demoShop,
    setNeededDate: creations.setNeededDate,
    async close() {
      isDraining = true;
      await watchedClocks.stop();
      await Promise.all([http.close(), runner?.stop()]);
      await Promise.all(modules.map((module) => module.close?.()));
      await platform.close();
    },
  };
}
