import { reportMailEvents } from '@keepsake/contracts/account/mail-events';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { ago } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { RETURNED_DATA, TABLES } from './personal-data.ts';
import { recordEvents } from './record-events.ts';

export type { OnMailReturned, ReturnedMail } from './deps.ts';
export { findReturnedAt } from './store.ts';

/** For how long a repeated event is recognised: senders repeat theirs for days. */
const EVENTS_RETENTION_MS = 90 * DAY_MS;

/** For how long customers are asked to check an address: it may work again. */
const RETURNED_RETENTION_MS = 365 * DAY_MS;

/** What becomes of mails after the mail server took them: services report bounces and complaints. */
export function createReturnedMails(deps: Deps): Module {
  return {
    routes: [
      route(reportMailEvents, async ({ service, body: { events } }) => ({
        results: await recordEvents(deps, service.name, events),
      })),
    ],
    tables: TABLES,
    expires: [
      { table: 'mail_events', column: 'received_at', before: ago(EVENTS_RETENTION_MS) },
      { table: 'returned_mails', column: 'returned_at', before: ago(RETURNED_RETENTION_MS) },
    ],
    personalData: RETURNED_DATA,
  };
}
