import { type PhoneArrival, SERVICE_PATHS, TUS_PATH } from '@keepsake/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HOUR_MS } from '../../../platform/durations.ts';
import { bearerTokenOf } from '../../../platform/http/mount-routes.ts';
import type { Route } from '../../../platform/http/route.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { type AddedFile, addFile } from './add-file.ts';
import { cleanUpTask, uploadsCron } from './clean-up.ts';
import { commitTransferred, type Transferred } from './commit-transferred.ts';
import type { Outcome } from './commit-upload.ts';
import type { Deps } from './deps.ts';
import { EXPIRES_AFTER_MS } from './limits.ts';
import { createUploadLocks } from './locks/upload-locks.ts';
import { createSpool } from './pieces/spool.ts';
import { uploadRoutes } from './routes.ts';
import { listArrivals } from './transferred.ts';
import { mountTus, type TusOptions } from './tus/mount-tus.ts';

const SWEEP_MS = 6 * HOUR_MS;

export type Uploads = {
  routes: Route[];
  tasks: Task[];
  crons: string[];
  /** The tus protocol, and the sweep of this node's own folder. */
  mount(app: FastifyInstance): void;
  /** Adds a file that the server itself has. */
  addFile(file: AddedFile): Promise<Outcome>;
  /** The same protocol for phones at an address of its own; `senderOf` tells which code they have. */
  mountForPhones(app: FastifyInstance, options: TusOptions): void;
  /** Makes a photo of a file that came by a code; throws `not-found` for any other. */
  commitTransferred(transferred: Transferred): Promise<void>;
  /** What came by a code. */
  listArrivals(transfer: { userId: string; transferId: string }): Promise<PhoneArrival[]>;
};

/** How files come in: resumable uploads that become photos when they are committed. */
export function createUploads(deps: Deps): Uploads {
  const spool = createSpool(deps.dataDir);
  const parts = { ...deps, spool, locks: createUploadLocks(deps) };

  async function sweep() {
    await spool.sweep(new Date(Date.now() - 2 * EXPIRES_AFTER_MS)).catch((error) => {
      deps.log.warn({ err: error }, 'the folder of uploads was not swept');
    });
  }
  return {
    routes: uploadRoutes(parts),
    tasks: [cleanUpTask(deps)],
    crons: [uploadsCron],
    addFile: (file) => addFile(parts, file),
    mountForPhones: (app, options) => mountTus(app, parts, options),
    commitTransferred: (transferred) => commitTransferred(parts, transferred),
    listArrivals: (transfer) => listArrivals(deps.db, transfer),
    mount(app) {
      const senderOf = async (request: FastifyRequest) => {
        const { customerId } = await deps.verifyToken(bearerTokenOf(request));
        return { userId: customerId, transferId: null };
      };
      mountTus(app, parts, { path: SERVICE_PATHS.uploads + TUS_PATH, senderOf });
      let timer: NodeJS.Timeout | undefined;
      app.addHook('onReady', async () => {
        await spool.prepare();
        await sweep();
        timer = setInterval(sweep, SWEEP_MS).unref();
      });
      app.addHook('onClose', async () => clearInterval(timer));
    },
  };
}
