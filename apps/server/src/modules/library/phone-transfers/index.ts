import { PHONE_TUS_PATH } from '@keepsake/contracts/library/phone-transfers';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { ago } from '../../../platform/clock.ts';
import type { Module } from '../../../platform/module.ts';
import { REMEMBERED_FOR_MS } from '../uploads/index.ts';
import type { Deps } from './deps.ts';
import { TABLES, TRANSFERS_DATA } from './personal-data.ts';
import { desktopRoutes, phoneRoutes } from './routes.ts';
import { createVerifyPhone } from './verify-phone.ts';

export { endTransfers } from './store.ts';

/** Photos from a phone: the code on the desktop's screen is all that the phone needs. */
export function createPhoneTransfers(deps: Deps): Module {
  const { uploads } = deps;
  const verifyPhone = createVerifyPhone(deps);
  return {
    routes: [...desktopRoutes(deps), ...phoneRoutes(deps, verifyPhone)],
    tables: TABLES,
    expires: [{ table: 'phone_transfers', column: 'expires_at', before: ago(REMEMBERED_FOR_MS) }],
    personalData: TRANSFERS_DATA,
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
