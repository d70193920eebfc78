import { PHONE_TUS_PATH, SERVICE_PATHS } from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../../platform/http/route.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { REMEMBERED_FOR_MS } from './limits.ts';
import { phoneRoutes } from './phone-routes.ts';
import { desktopRoutes } from './routes.ts';
import { forgetTransfers } from './transfer-store.ts';
import { createVerifyPhone } from './verify-phone.ts';

const FORGET = 'forget-phone-transfers';
/** Once a night, for graphile-worker's crontab. */
const DAILY = `27 3 * * * ${FORGET} ?jobKey=${FORGET}&max=3`;

/** Photos from the phone in the customer's hand: a code on the desktop's screen is all that the phone needs. */
export function createPhoneTransfers(deps: Deps): {
  routes: Route[];
  tasks: Task[];
  crons: string[];
  /** The tus protocol for phones. */
  mount(app: FastifyInstance): void;
} {
  const { db, clock, uploads } = deps;
  const verifyPhone = createVerifyPhone(deps);
  return {
    routes: [...desktopRoutes(deps), ...phoneRoutes(deps, verifyPhone)],
    tasks: [
      {
        name: FORGET,
        handle: () => forgetTransfers(db, new Date(clock().getTime() - REMEMBERED_FOR_MS)),
      },
    ],
    crons: [DAILY],
    mount(app) {
      uploads.mountForPhones(app, {
        path: SERVICE_PATHS.uploads + PHONE_TUS_PATH,
        async senderOf(request) {
          const { user_id, id } = await verifyPhone(request);
          return { userId: user_id, transferId: id };
        },
      });
    },
  };
}
