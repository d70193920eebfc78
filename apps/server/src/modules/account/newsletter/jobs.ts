import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import * as z from 'zod';
import { ago } from '../../../platform/clock.ts';
import { inTurn } from '../../../platform/database/database.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { Expiry } from '../../../platform/tables.ts';
import { findByEmail } from '../customers/index.ts';
import type { Parts } from './deps.ts';
import { lockNewsletter } from './store.ts';
import { mailLinkAgain } from './subscribe.ts';

export const RENEW_LINKS = 'renew-newsletter-links';
const renewal = z.object({ email: z.string() });

/** Mails a new link to an address with a pending subscription. Only the job looks it up, after the answer. */
export function renewLinksTask(parts: Pick<Parts, 'db' | 'clock' | 'link'>): Task {
  return {
    name: RENEW_LINKS,
    waitsForReconcile: false,
    async handle(payload) {
      const { email } = renewal.parse(payload);
      for (const customerId of (await findByEmail(parts.db, [email])).get(email) ?? []) {
        await inTurn(parts.db, { lock: lockNewsletter, customerId }, (trx) =>
          mailLinkAgain(trx, parts, customerId),
        );
      }
    },
  };
}

/** How long unconfirmed subscriptions are kept: long enough to explain why somebody got a mail, and to request a new link. */
const UNCONFIRMED_RETENTION_MS = 30 * DAY_MS;
/** Claims lapse at the end of the third year after they arise; until then a consent must be provable. */
const PROOFS_RETENTION_MS = 4 * 365 * DAY_MS;
/** How long an operator can look up who got what. */
const ISSUES_RETENTION_MS = 365 * DAY_MS;

export const EXPIRES: readonly Expiry[] = [
  {
    table: 'newsletter_subscriptions',
    column: 'link_expires_at',
    before: ago(UNCONFIRMED_RETENTION_MS),
    only: sql`confirmed_at is null`,
  },
  {
    table: 'newsletter_consents',
    column: 'requested_at',
    before: ago(UNCONFIRMED_RETENTION_MS),
    only: sql`confirmed_at is null and not exists (select from newsletter_subscriptions as stored
      where stored.user_id = newsletter_consents.user_id and stored.consent_id = newsletter_consents.id)`,
  },
  { table: 'newsletter_consents', column: 'ended_at', before: ago(PROOFS_RETENTION_MS) },
  { table: 'newsletter_deliveries', column: 'changed_at', before: ago(ISSUES_RETENTION_MS) },
  { table: 'newsletter_issues', column: 'begun_at', before: ago(ISSUES_RETENTION_MS) },
];
