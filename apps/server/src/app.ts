import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Config, policySourcesOf } from './config.ts';
import { createCustomers, findCustomer, findEmails } from './modules/account/customers/index.ts';
import { createIdentity, createSignInGate, type Identity } from './modules/account/identity/index.ts';
import { createMailedLinks } from './modules/account/mailed-links/index.ts';
import { createDemoShop, DEMO_SHOP_SERVICE } from './modules/commerce/demo-shop/index.ts';
import { createOrders } from './modules/commerce/orders/index.ts';
import { createPrintOrders } from './modules/commerce/print-orders/index.ts';
import {
  brandOriginsFor,
  defaultChannel,
  findChannel,
  resolveChannel,
  toPublicChannel,
} from './modules/frame/channels/index.ts';
import { createConfiguration } from './modules/frame/configuration/index.ts';
import { createErrorReports } from './modules/frame/error-reports/index.ts';
import { createOutbox } from './modules/frame/outbox/index.ts';
import { createAlbums } from './modules/library/albums/index.ts';
import { createDownloads } from './modules/library/downloads/index.ts';
import { createExports } from './modules/library/exports/index.ts';
import { createLegacyImport, type NewLegacyUpload } from './modules/library/legacy-import/index.ts';
import { createPhoneTransfers } from './modules/library/phone-transfers/index.ts';
import {
  beginLibraryDeletion,
  createPhotos,
  createPresentPhotos,
  deletePhotos,
  findLibraryDeletion,
  readPhotosCount,
  stopLibraryDeletion,
} from './modules/library/photos/index.ts';
import { createReconcile, describeStanding, type Reconcile } from './modules/library/reconcile/index.ts';
import {
  beginStorage,
  createHiddenLibraries,
  createRetention,
  hideRoutes,
} from './modules/library/retention/index.ts';
import { createSharedAlbums } from './modules/library/shared-albums/index.ts';
import { createStorageAudit } from './modules/library/storage-audit/index.ts';
import { createUploads, type Uploads } from './modules/library/uploads/index.ts';
import { createServiceVerifier } from './platform/auth.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type DatabaseConnection, readDatabaseTime } from './platform/database/database.ts';
import { mountApiReference } from './platform/http/api-reference.ts';
import { createServer } from './platform/http/create-server.ts';
import { mountRoutes } from './platform/http/mount-routes.ts';
import { mountOperations } from './platform/http/operations-routes.ts';
import { recordRefusals } from './platform/http/record-refusals.ts';
import type { Route } from './platform/http/route.ts';
import { serveWeb } from './platform/http/serve-web.ts';
import { FORGET_ANSWERS_CRON, forgetAnswersTask } from './platform/idempotency.ts';
import type { Task } from './platform/jobs/jobs.ts';
import { runJobs } from './platform/jobs/run-jobs.ts';
import { sendMailTask } from './platform/mail.ts';
import type { Module } from './platform/module.ts';
import type { Epochs } from './platform/objects/epochs.ts';
import { watchRemovals } from './platform/objects/removal-gate.ts';
import { watchStorage } from './platform/objects/storage.ts';
import { openPlatform, type Platform } from './platform/platform.ts';
import { mountPushSocket } from './platform/push-socket.ts';
import type { Secrets } from './platform/secrets.ts';
import { recordCommandTask } from './platform/security-log.ts';
import { isLoopback } from './platform/server-address.ts';

type Options = {
  config: Config;
  databaseUrl: string;
  log: Logger;
  clock?: Clock;
  /** True when no other node shares the database: what a killed run left behind is taken up at once. */
  isAlone?: boolean;
  /** The built web app; null serves the platform alone. */
  webFolder: string | null;
};

export type App = {
  http: FastifyInstance;
  connection: DatabaseConnection;
  secrets: Secrets;
  /** Null when an external provider keeps the accounts. */
  identity: Identity | null;
  /** All that this process can do in the background, whether it runs jobs or not. */
  tasks: readonly Task[];
  routes: readonly Route[];
  uploads: Uploads;
  reconcile: Reconcile;
  /** How database and store stand to each other. */
  epochs: Epochs;
  /** Keeps a file from before there were libraries until its customer comes. */
  keepLegacyUpload(upload: NewLegacyUpload): Promise<unknown>;
  /** Ends calls in flight, then jobs, then connections. */
  close(): Promise<void>;
};

/** Builds the whole platform: the one place that knows every module. */
export async function createApp(options: Options): Promise<App> {
  const { config, databaseUrl, log, clock = systemClock, isAlone = false, webFolder } = options;
  const platform = await openPlatform({ settings: config, databaseUrl, log, clock, isAlone });
  const { connection, db, secrets, objects } = platform;
  const account = await createAccountWing(config, platform);
  const library = await createLibraryWing(config, platform, account);
  const commerce = await createCommerceWing(config, platform, library);
  const modules: readonly Module[] = [
    ...createFrameWing(config, platform, account),
    ...account.modules,
    ...library.modules,
    ...commerce.modules,
  ];
  const routes = modules.flatMap((module) => module.routes ?? []);
  const tasks = modules.flatMap((module) => module.tasks ?? []);
  let isDraining = false;
  const policySources = policySourcesOf(config);
  const http = await createServer({ ...config, log, policySources });
  recordRefusals(http, platform.security);
  const epochs = await objects.compareEpochs();
  if (epochs.standing !== 'together') log.error(epochs, describeStanding(epochs));
  const isStorageThere = watchStorage(objects);
  const isDatabaseThere = connection.isThere;
  const mayRemove = watchRemovals(objects, epochs);
  mountOperations(http, {
    ...config,
    isDatabaseThere,
    isStorageThere,
    isDraining: () => isDraining,
    mayRemove,
  });
  if (config.role !== 'worker') {
    const { gate } = account;
    mountRoutes(http, hideRoutes(routes, library.isLibraryHidden), gate.verifyToken, commerce.verifyService);
    for (const module of modules) await module.mount?.(http);
    mountPushSocket(http, { ...platform, ...gate, clock: systemClock });
    const endpoints = routes.map(({ endpoint }) => endpoint);
    await mountApiReference(http, endpoints);
    if (webFolder) await serveWeb(http, { ...config, folder: webFolder, policySources });
  }
  const crontab = modules.flatMap((module) => module.crons ?? []).join('\n');
  // A customer alone gets half of them, which keeps all decoders at work while one more job reads or writes.
  const concurrency = 2 * (config.jobConcurrency + 1);
  const runner =
    config.role === 'web'
      ? null
      : await runJobs({ db, pool: connection.pool, tasks, crontab, concurrency, isAlone, log });
  return {
    http,
    connection,
    secrets,
    identity: account.identity,
    tasks,
    routes,
    uploads: library.uploads,
    reconcile: library.reconcile,
    epochs,
    keepLegacyUpload: library.keepLegacyUpload,
    async close() {
      isDraining = true;
      await http.close();
      await runner?.stop();
      await Promise.all(modules.map((module) => module.close?.()));
      await platform.close();
    },
  };
}

/** What stands around every page: brands, configuration, mail, reports of errors. */
function createFrameWing(config: Config, { db, clock, security }: Platform, { gate }: Account): Module[] {
  const { smtpUrl, from } = config.mail;
  const localesFolder = path.join(config.repositoryRoot, 'apps/web/locales');
  return [
    { tasks: [sendMailTask({ db, smtpUrl, from, clock }), recordCommandTask(security)] },
    { tasks: [forgetAnswersTask({ db, clock })], crons: [FORGET_ANSWERS_CRON] },
    createErrorReports(),
    createConfiguration({ settings: config, identityFor: gate.identityFor, localesFolder }),
    ...(config.hasOutbox ? [createOutbox({ db, publicUrl: config.publicUrl })] : []),
  ];
}

type Account = Awaited<ReturnType<typeof createAccountWing>>;

/** Who customers are, how they sign in and which tokens open the platform. */
async function createAccountWing(config: Config, platform: Platform) {
  const { publicUrl, oidc } = config;
  const { db } = platform;
  const brandOrigins = brandOriginsFor(publicUrl);
  const customers = createCustomers({
    ...platform,
    defaultChannel: defaultChannel.id,
    isProviderExternal: oidc.issuer !== null,
    beginStorage,
    isPhotoDeletionPermitted: async (userId) => (await findLibraryDeletion(db, userId)) === null,
  });
  const mailedLinks = await createMailedLinks(platform);
  const identity =
    oidc.issuer === null
      ? await createIdentity({
          ...platform,
          ...oidc,
          publicUrl,
          brandOrigins,
          resolveChannel: (asked) => toPublicChannel(resolveChannel(asked)),
          onAccountChanged: (trx, { id, ...account }) => customers.save(trx, { userId: id, ...account }),
          createLink: mailedLinks.createLink,
        })
      : null;
  const gate = await createSignInGate({ ...platform, identity, oidc, publicUrl, brandOrigins });
  return {
    modules: [customers, mailedLinks, gate, ...(identity ? [identity] : [])] as Module[],
    identity,
    gate,
    brandOrigins,
    timeZoneOf: async (userId: string) =>
      (findChannel(await customers.channelOf(userId)) ?? defaultChannel).timeZone,
  };
}

type Library = Awaited<ReturnType<typeof createLibraryWing>>;

/** Photos: how they come in, how they are seen and shared, how they go out, how long they are kept. */
async function createLibraryWing(config: Config, platform: Platform, account: Account) {
  const { publicUrl, dataDir } = config;
  const { connection, db, clock } = platform;
  const hidden = await createHiddenLibraries(platform);
  const { isLibraryHidden } = hidden;
  const presentPhotos = createPresentPhotos(platform);
  const sharedAlbums = await createSharedAlbums({
    ...platform,
    isLibraryHidden,
    presentPhotos,
    findEmails: (ids) => findEmails(db, ids),
  });
  const albums = createAlbums({ ...platform, presentPhotos });
  const { countAlbums, removeFromAlbums, updateInAlbums, addToAlbum } = albums;
  const photos = await createPhotos({
    ...platform,
    dataDir,
    countAlbums,
    removeFromAlbums,
    updateInAlbums,
    canSeeShared: sharedAlbums.canSee,
    isLibraryHidden,
    presentPhotos,
    quota: config.quota,
  });
  const uploads = createUploads({
    ...platform,
    db: connection.prepared,
    dataDir,
    verifyToken: account.gate.verifyToken,
    timeZoneOf: account.timeZoneOf,
    presentPhoto: photos.presentPhoto,
    presentRow: photos.presentRow,
    addToAlbum,
    isLibraryHidden,
    quota: config.quota,
  });
  const origins = [publicUrl, ...account.brandOrigins] as const;
  const tokenSecret = await platform.secrets.read('phone-transfers');
  const phoneTransfers = createPhoneTransfers({
    ...platform,
    uploads,
    tokenSecret,
    isLibraryHidden,
    isSessionOver: account.gate.isSessionOver,
    origins,
    isLoopback,
  });
  const legacyImport = createLegacyImport({
    ...platform,
    addFile: uploads.addFile,
    isLibraryBeingDeleted: async (userId) => (await findLibraryDeletion(db, userId)) !== null,
    isAccountDeleted: async (userId) => Boolean((await findCustomer(db, userId))?.deleted_at),
  });
  const downloads = createDownloads({ ...platform, findSharedAlbum: sharedAlbums.findSharedAlbum });
  const exports = createExports({ ...platform, publicUrl, ...config.exports });
  const retention = createRetention({
    ...platform,
    publicUrl,
    // A clock that was moved on purpose has no other to agree with.
    otherClock: clock === systemClock ? () => readDatabaseTime(db) : async () => clock(),
    countPhotos: (userId) => readPhotosCount(db, userId),
    // Projects are kept by the retailer's own service until the account area has them.
    countProjects: async () => 0,
    deleteLibrary: (trx, userId, now) => beginLibraryDeletion(trx, userId, now, 'retention'),
    stopDeletingLibrary: stopLibraryDeletion,
    requestExport: exports.requestExport,
  });
  const reconcile = createReconcile({
    ...platform,
    dataDir,
    commitFound: uploads.commitFound,
    deletePhotos: (userId, ids) => deletePhotos({ ...platform, removeFromAlbums }, userId, ids),
    isCustomer: async (userId) => Boolean(await findCustomer(db, userId)),
  });
  const modules: Module[] = [
    photos,
    albums,
    sharedAlbums,
    uploads,
    phoneTransfers,
    legacyImport,
    downloads,
    exports,
    retention,
    hidden,
    reconcile,
    createStorageAudit({
      ...platform,
      isRemovingOrphans: config.isRemovingOrphans,
      scrubBytesPerSecond: config.scrubBytesPerSecond,
    }),
  ];
  const { extendStorage } = retention;
  return {
    modules,
    uploads,
    reconcile,
    keepLegacyUpload: legacyImport.keepUpload,
    isLibraryHidden,
    extendStorage,
  };
}

/** From a selection to an order: what an editor fetches, what shops report, and the demo shop, which does both. */
async function createCommerceWing(config: Config, platform: Platform, { extendStorage }: Library) {
  const printOrders = createPrintOrders(platform);
  const isKnownChannel = (id: string) => findChannel(id)?.id === id;
  const orders = createOrders({ ...platform, extendStorage, isKnownChannel });
  const modules: Module[] = [printOrders, orders];
  const serviceTokens = { ...config.serviceTokens };
  if (config.hasDemoShop) {
    const credential = await platform.secrets.read('demo-shop-credential');
    serviceTokens[DEMO_SHOP_SERVICE] = credential;
    const currencyOf = (channel: string) => findChannel(channel)?.currency ?? null;
    modules.push(createDemoShop({ currencyOf, openSelection: printOrders.openSelection, credential }));
  }
  return { modules, verifyService: createServiceVerifier(serviceTokens) };
}
