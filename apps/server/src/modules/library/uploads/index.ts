import type { PhoneArrival } from '@keepsake/contracts/library/phone-arrivals';
import { TUS_PATH } from '@keepsake/contracts/library/uploads';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import type { FastifyInstance } from 'fastify';
import { bearerTokenOf } from '../../../platform/auth.ts';
import { HOUR_MS } from '../../../platform/clock.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { type AddedFile, addFile } from './add-file.ts';
import { createCommitBatcher } from './commit-batcher.ts';
import { commitFound, type FoundFile } from './commit-found.ts';
import type { Outcome } from './commit-upload.ts';
import type { Deps } from './deps.ts';
import { createFreshUploads } from './fresh-uploads.ts';
import { FORGET_CRON, forgetUploadsTask } from './jobs.ts';
import { createLeases } from './leases.ts';
import { personalUploads, TABLES } from './personal-data.ts';
import { mountTus, type TusOptions, uploadRoutes } from './routes.ts';
import { EXPIRES_AFTER_MS } from './rules.ts';
import { createSpool, type Spool } from './spool.ts';
import {
  commitTransferred,
  findShown,
  listArrivals,
  type TransferRef,
  type Transferred,
} from './transferred-uploads.ts';

const SWEEP_MS = 6 * HOUR_MS;

export type { FoundFile } from './commit-found.ts';
export { REMEMBERED_FOR_MS } from './rules.ts';
export type { TransferRef } from './transferred-uploads.ts';

export type Uploads = Module & {
  /** Adds a file that the server itself has. */
  addFile(file: AddedFile): Promise<Outcome>;
  /** Turns a whole file already in the store into a photo; false if it cannot be one. */
  commitFound(found: FoundFile): Promise<boolean>;
  /** The tus protocol for phones, at an address of its own. */
  mountForPhones(app: FastifyInstance, options: TusOptions): void;
  /** Turns a file sent by a phone with a code into a photo; throws `not-found` for any other. */
  commitTransferred(transferred: Transferred): Promise<void>;
  /** The photos that arrived with a code. */
  listArrivals(transfer: TransferRef): Promise<PhoneArrival[]>;
  /** Those uploads of a code whose photo can be shown by now, or never will be. */
  findShown(
    transfer: TransferRef,
    uploadIds: readonly string[],
  ): Promise<{ uploadId: string; isShown: boolean }[]>;
};

/** How files arrive: resumable uploads that become photos when they are committed. */
export function createUploads(deps: Deps): Uploads {
  const context = {
    ...deps,
    spool: createSpool(deps.dataDir),
    leases: createLeases(deps),
    fresh: createFreshUploads(),
    commitInBatch: createCommitBatcher(deps.db),
  };
  return {
    routes: uploadRoutes(context),
    tables: TABLES,
    personalData: personalUploads(deps),
    tasks: [forgetUploadsTask(deps)],
    crons: [FORGET_CRON],
    close: context.leases.ended,
    addFile: (file) => addFile(context, file),
    commitFound: (found) => commitFound(context, found),
    mountForPhones: (app, options) => mountTus(app, context, options),
    commitTransferred: (transferred) => commitTransferred(context, transferred),
    listArrivals: (transfer) => listArrivals(deps.db, transfer),
    findShown: (transfer, uploadIds) => findShown(deps.db, transfer, uploadIds),
    mount(app) {
      mountTus(app, context, {
        path: SERVICE_PATHS.uploads + TUS_PATH,
        access: 'customer',
        async senderOf(request) {
          const { customerId } = await deps.verifyToken(bearerTokenOf(request));
          if (await deps.isLibraryHidden(customerId)) throw new Problem('library-hidden');
          return { customerId, transferId: null };
        },
      });
      sweepRegularly(app, context);
    },
  };
}

/** Removes from this node's folder what was left of expired uploads. */
function sweepRegularly(
  app: FastifyInstance,
  { spool, clock, log }: Pick<Deps, 'clock' | 'log'> & { spool: Spool },
): void {
  async function sweep() {
    await spool.sweep(new Date(clock().getTime() - 2 * EXPIRES_AFTER_MS)).catch((error) => {
      log.warn({ err: error }, 'the folder of uploads was not swept');
    });
  }
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    await spool.prepare();
    await sweep();
    timer = setInterval(sweep, SWEEP_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
