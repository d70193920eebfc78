import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { activationCron, createActivation } from './modules/activation/index.ts';
import { createAlbums } from './modules/albums/index.ts';
import {
  brandOriginsFor,
  defaultChannel,
  findChannel,
  resolveChannel,
  toPublicChannel,
} from './modules/channels/index.ts';
import { mountConfiguration } from './modules/configuration/index.ts';
import { createCustomers, findEmails } from './modules/customers/index.ts';
import { createDownloads, downloadsCron } from './modules/downloads/index.ts';
import { createExports, exportsCron } from './modules/exports/index.ts';
import { mountFailures } from './modules/failures/index.ts';
import { createIdentity, type Identity, identityCron } from './modules/identity/index.ts';
import { legacyUploadRoutes } from './modules/legacy-uploads/index.ts';
import { mountOutbox } from './modules/outbox/index.ts';
import { createPhoneTransfers, phoneTransfersCron } from './modules/phone-transfers/index.ts';
import {
  beginLibraryDeletion,
  createPhotos,
  createPresentPhotos,
  findLibraryDeletion,
  photosCron,
  readPhotosCount,
  stopLibraryDeletion,
} from './modules/photos/index.ts';
import {
  beginStorage,
  createHiddenLibraries,
  createRetention,
  hideRoutes,
  retentionCron,
} from './modules/retention/index.ts';
import { createSharedAccess, sharedAlbumRoutes } from './modules/shared-albums/index.ts';
import { tempSelectionsCron } from './modules/temp-selections/index.ts';
import { createUploads, uploadsCron } from './modules/uploads/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type DatabaseConnection, openDatabase, readDatabaseTime } from './platform/database/database.ts';
import { createServer } from './platform/http/create-server.ts';
import { mountRoutes } from './platform/http/mount-routes.ts';
import { mountOpenApi } from './platform/http/open-api.ts';
import { mountOperations } from './platform/http/operations-routes.ts';
import type { Route } from './platform/http/route.ts';
import { serveWeb } from './platform/http/serve-web.ts';
import { createImageProcessor } from './platform/images/index.ts';
import { runJobs, type Task } from './platform/jobs/jobs.ts';
import { sendMailTask } from './platform/mail/mail.ts';
import { createObjectStore } from './platform/objects/create-object-store.ts';
import { requireStorage, watchStorage } from './platform/objects/watch-storage.ts';
import { createPageMarks } from './platform/page-marks.ts';
import { createPushHub } from './platform/push/push-hub.ts';
import { mountPushSocket } from './platform/push/push-socket.ts';
import { readSecret } from './platform/secrets.ts';
import { createMediaSigner } from './platform/signed-urls.ts';
import { createPrintOrders } from './print-orders.ts';
import { isLoopback } from './server-address.ts';
import { createSignInGate } from './sign-in-gate.ts';

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
  /** Null when an external provider keeps the accounts. */
  identity: Identity | null;
  /** All that this process can do in the background, whether it runs jobs or not. */
  tasks: readonly Task[];
  routes: readonly Route[];
  uploads: ReturnType<typeof createUploads>;
  /** Ends calls in flight, then jobs, then connections. */
  close(): Promise<void>;
};

/** Builds the whole platform out of its parts: the one place that knows them all. */
export async function createApp({
  config,
  databaseUrl,
  log,
  clock = systemClock,
  isAlone = false,
  webFolder,
}: Options): Promise<App> {
  const connection = openDatabase({ url: databaseUrl, maxConnections: config.database.maxConnections, log });
  const { db } = connection;
  const objects = createObjectStore(config);
  await requireStorage(objects);
  const images = createImageProcessor({
    workers: config.jobConcurrency,
    timeoutMs: 60_000,
    memoryLimitMb: 700,
    log,
    clock,
  });
  const hub = await createPushHub({ url: databaseUrl, log });
  const signer = createMediaSigner({ secret: await readSecret(db, 'media-signing'), baseUrl: '' });

  const brandOrigins = brandOriginsFor(config.publicUrl);
  const isProviderExternal = config.oidc.issuer !== null;
  const customers = createCustomers({
    db,
    clock,
    defaultChannel: defaultChannel.id,
    isProviderExternal,
    beginStorage,
    isPhotoDeletionPermitted: async (userId) => (await findLibraryDeletion(db, userId)) === null,
  });
  const identity = isProviderExternal
    ? null
    : await createIdentity({
        db,
        log,
        clock,
        publicUrl: config.publicUrl,
        brandOrigins,
        clientId: config.oidc.clientId,
        audience: config.oidc.audience,
        accessTokenSeconds: config.oidc.accessTokenSeconds,
        resolveChannel: (asked) => toPublicChannel(resolveChannel(asked)),
        onAccountConfirmed: (trx, { id, ...account }) => customers.register(trx, { userId: id, ...account }),
      });
  const gate = await createSignInGate({
    identity,
    oidc: config.oidc,
    publicUrl: config.publicUrl,
    databaseUrl,
    log,
  });
  const { isLibraryHidden, ...hiddenLibraries } = await createHiddenLibraries({ db, databaseUrl, log });
  const sharedAccess = await createSharedAccess({ db, databaseUrl, log, isLibraryHidden });
  const presentPhotos = createPresentPhotos({ db, signer, clock });
  const marks = createPageMarks(await readSecret(db, 'page-marks'));
  const albums = createAlbums({ db, clock, marks, presentPhotos });
  const photos = await createPhotos({
    db,
    databaseUrl,
    objects,
    images,
    signer,
    clock,
    log,
    countAlbums: albums.countAlbums,
    forgetInAlbums: albums.forgetInAlbums,
    updateInAlbums: albums.updateInAlbums,
    canSeeShared: sharedAccess.canSee,
    isLibraryHidden,
    presentPhotos,
  });
  const uploads = createUploads({
    db,
    objects,
    dataDir: config.dataDir,
    clock,
    log,
    verifyToken: gate.verifyToken,
    timeZoneOf: async (userId) => (findChannel(await customers.channelOf(userId)) ?? defaultChannel).timeZone,
    presentPhoto: photos.presentPhoto,
    addToAlbum: albums.addToAlbum,
  });

  const phoneTransfers = createPhoneTransfers({
    db,
    clock,
    uploads,
    origins: [config.publicUrl, ...brandOrigins],
    isLoopback,
  });

  const activation = createActivation({
    db,
    objects,
    clock,
    log,
    addFile: uploads.addFile,
    isLibraryBeingDeleted: async (userId) => (await findLibraryDeletion(db, userId)) !== null,
  });

  const archiving = { db, objects, signer, clock, log };
  const downloads = createDownloads({ ...archiving, findSharedAlbum: sharedAccess.findSharedAlbum });
  const exports = createExports({ ...archiving, publicUrl: config.publicUrl, ...config.exports });

  const retention = createRetention({
    db,
    clock,
    // A clock that was moved on purpose has no other to agree with.
    otherClock: clock === systemClock ? () => readDatabaseTime(db) : async () => clock(),
    log,
    publicUrl: config.publicUrl,
    countPhotos: (userId) => readPhotosCount(db, userId),
    // Projects are kept by the retailer's own service until the account area has them.
    countProjects: async () => 0,
    deleteLibrary: (trx, userId, now) => beginLibraryDeletion(trx, userId, now, 'retention'),
    stopDeletingLibrary: stopLibraryDeletion,
    requestExport: exports.requestExport,
  });

  const { extendStorage } = retention;
  const printOrders = await createPrintOrders({ config, db, clock, extendStorage, http: () => http });

  const routes = [
    ...customers.routes,
    ...photos.routes,
    ...albums.routes,
    ...sharedAlbumRoutes({ db, clock, marks, presentPhotos, findEmails: (ids) => findEmails(db, ids) }),
    ...uploads.routes,
    ...phoneTransfers.routes,
    ...activation.routes,
    ...legacyUploadRoutes({ db }),
    ...downloads.routes,
    ...exports.routes,
    ...retention.routes,
    ...printOrders.routes,
  ];
  const tasks = [
    sendMailTask({ db, smtpUrl: config.mail.smtpUrl, from: config.mail.from, clock }),
    ...(identity?.tasks ?? []),
    ...photos.tasks,
    ...uploads.tasks,
    ...phoneTransfers.tasks,
    ...activation.tasks,
    ...downloads.tasks,
    ...exports.tasks,
    ...retention.tasks,
    ...printOrders.tasks,
  ];

  let isDraining = false;
  const policySources = {
    connectOrigins: originsOf([
      config.publicUrl,

      ...Object.values(config.services),
      config.oidc.issuer,
      config.errorReportingUrl,
    ]),
    secureTransport: config.publicUrl.startsWith('https:'),
  };
  const http = await createServer({
    log,
    trustProxy: config.trustProxy,
    policySources,
    requestsPerMinute: config.requestsPerMinute,
  });
  mountOperations(http, {
    db,
    isStorageThere: watchStorage(objects),
    isDraining: () => isDraining,
    metricsToken: config.metricsToken,
  });
  if (config.role !== 'worker') {
    mountRoutes(http, hideRoutes(routes, isLibraryHidden), gate.verifyToken, printOrders.verifyService);
    uploads.mount(http);
    phoneTransfers.mount(http);
    photos.mount(http);
    downloads.mount(http);
    exports.mount(http);
    mountPushSocket(http, {
      hub,
      verifyToken: gate.verifyToken,
      isAllowedOrigin: gate.isAllowedOrigin(brandOrigins),
    });
    mountFailures(http);
    mountConfiguration(http, {
      settings: config,
      identityFor: gate.identityFor,
      localesFolder: path.join(config.repositoryRoot, 'apps/web/locales'),
    });
    mountOpenApi(
      http,
      routes.map(({ endpoint }) => endpoint),
    );
    if (config.hasOutbox) mountOutbox(http, { db });
    await identity?.mount(http);
    if (webFolder) await serveWeb(http, { folder: webFolder, publicUrl: config.publicUrl, policySources });
  }
  const crontab = [
    uploadsCron,
    phoneTransfersCron,
    activationCron,
    photosCron,
    downloadsCron,
    retentionCron,
    exportsCron,
    tempSelectionsCron,
    ...(identity ? [identityCron] : []),
  ].join('\n');
  const runner =
    config.role === 'web'
      ? null
      : await runJobs({
          db,
          pool: connection.pool,
          tasks,
          crontab,
          // One more than the decoders: while one job writes, as many photos are being decoded.
          concurrency: config.jobConcurrency + 1,
          isAlone,
          log,
        });

  return {
    http,
    connection,
    identity,
    tasks,
    routes,
    uploads,
    async close() {
      isDraining = true;
      await http.close();
      await runner?.stop();
      await Promise.all([
        images.close(),
        hub.close(),
        photos.close(),
        sharedAccess.close(),
        hiddenLibraries.close(),
        gate.close(),
        objects.close(),
      ]);
      await connection.close();
    },
  };
}

function originsOf(addresses: readonly (string | null)[]): string[] {
  const absolute = addresses.filter((address) => address !== null && /^https?:/.test(address)) as string[];
  return [...new Set(absolute.map((address) => new URL(address).origin))];
}
