import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { composeAccounts } from './composition/compose-accounts.ts';
import { composeKeeping } from './composition/compose-keeping.ts';
import { composeIntake, composeLibrary, type Intake } from './composition/compose-library.ts';
import { mountParts, openHttp } from './composition/open-http.ts';
import { openPlatform } from './composition/open-platform.ts';
import type { Part } from './composition/part.ts';
import type { Config } from './config.ts';
import { type Identity, identityCron } from './modules/account/identity/index.ts';
import { tempSelectionsCron } from './modules/commerce/temp-selections/index.ts';
import { activationCron } from './modules/library/activation/index.ts';
import { downloadsCron } from './modules/library/downloads/index.ts';
import { exportsCron } from './modules/library/exports/index.ts';
import { phoneTransfersCron } from './modules/library/phone-transfers/index.ts';
import { photosCron } from './modules/library/photos/index.ts';
import { createHiddenLibraries, hideRoutes, retentionCron } from './modules/library/retention/index.ts';
import { orphansCron, sweepOrphansTask } from './modules/library/storage-audit/sweep-orphans.ts';
import { uploadsCron } from './modules/library/uploads/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { DatabaseConnection } from './platform/database/database.ts';
import type { Route } from './platform/http/route.ts';
import { type JobRunner, runJobs, type Task } from './platform/jobs/jobs.ts';
import { sendMailTask } from './platform/mail/mail.ts';

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

export type App = Pick<Intake, 'uploads' | 'keepLegacyUpload'> & {
  http: FastifyInstance;
  connection: DatabaseConnection;
  /** Null when an external provider keeps the accounts. */
  identity: Identity | null;
  /** All that this process can do in the background, whether it runs jobs or not. */
  tasks: readonly Task[];
  routes: readonly Route[];
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
  const platform = await openPlatform({ config, databaseUrl, log, clock });
  const { connection, db } = platform;
  const accounts = await composeAccounts(platform);
  const { identity, gate } = accounts;
  const hidden = await createHiddenLibraries({ db, databaseUrl, log });
  const library = await composeLibrary(platform, hidden);
  const intake = composeIntake(platform, accounts, library);
  const { findSharedAlbum } = library;
  const keeping = await composeKeeping(platform, { findSharedAlbum, http: () => http });
  const mails = {
    tasks: [sendMailTask({ db, smtpUrl: config.mail.smtpUrl, from: config.mail.from, clock })],
  };
  const orphans = { tasks: [sweepOrphansTask(platform)] };

  const parts: Part[] = [
    accounts.customers,
    mails,
    ...library.parts,
    ...intake.parts,
    ...keeping.parts,
    orphans,
  ];
  const routes = parts.flatMap((part) => part.routes ?? []);
  const tasks = [...parts.flatMap((part) => part.tasks ?? []), ...(identity?.tasks ?? [])];

  let isDraining = false;
  const http = await openHttp(platform, () => isDraining);
  if (config.role !== 'worker') {
    const { verifyService } = keeping;
    const shown = hideRoutes(routes, hidden.isLibraryHidden);
    await mountParts(http, platform, { ...accounts, routes: shown, parts, verifyService, webFolder });
  }
  let runner: JobRunner | null = null;
  if (config.role !== 'web') {
    const crontab = [...CRONTABS, ...(identity ? [identityCron] : [])].join('\n');
    // Two more than the decoders: while one job reads and one writes, as many photos are being decoded.
    const concurrency = config.jobConcurrency + 2;
    runner = await runJobs({ db, pool: connection.pool, tasks, crontab, concurrency, isAlone, log });
  }

  return {
    http,
    connection,
    identity,
    tasks,
    routes,
    uploads: intake.uploads,
    keepLegacyUpload: intake.keepLegacyUpload,
    async close() {
      isDraining = true;
      await http.close();
      await runner?.stop();
      await Promise.all([hidden.close(), gate.close(), ...parts.map((part) => part.close?.())]);
      await platform.close();
    },
  };
}

/** What is done without being asked for, by the clock. */
const CRONTABS = [
  uploadsCron,
  phoneTransfersCron,
  activationCron,
  photosCron,
  downloadsCron,
  retentionCron,
  exportsCron,
  tempSelectionsCron,
  orphansCron,
];
