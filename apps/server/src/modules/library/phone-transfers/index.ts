import { PHONE_TUS_PATH } from '@keepsake/contracts/library/phone-transfers';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Cron } from '../../../platform/jobs/jobs.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { personalTransfers, TABLES } from './personal-data.ts';
import { desktopRoutes, phoneRoutes } from './routes.ts';
import { forgetTransfers } from './store.ts';
import { createVerifyPhone } from './verify-phone.ts';

export { endTransfers } from './store.ts';

const FORGET = 'forget-phone-transfers';
const FORGET_CRON: Cron = { task: FORGET, at: '27 3 * * *' };
/** As long as the uploads themselves are kept. */
const REMEMBERED_FOR_MS = 7 * DAY_MS;

/** Photos from a phone: the code on the desktop's screen is all that the phone needs. */
export function createPhoneTransfers(deps: Deps): Module {
  const { db, clock, uploads } = deps;
  const verifyPhone = createVerifyPhone(deps);
  const forget = () => forgetTransfers(db, new Date(clock().getTime() - REMEMBERED_FOR_MS));
  return {
    routes: [...desktopRoutes(deps), ...phoneRoutes(deps, verifyPhone)],
    tasks: [{ name: FORGET, waitsForReconcile: false, handle: forget }],
    crons: [FORGET_CRON],
    tables: TABLES,
    personalData: personalTransfers(db),
    mount(app) {
      uploads.mountForPhones(app, {
        path: SERVICE_PATHS.uploads + PHONE_TUS_PATH,
        access: 'phone',
        async senderOf(request) {
          const { user_id, id } = await verifyPhone(request);
          return { customerId: user_id, transferId: id };
        },
      });
    },
  };
}
