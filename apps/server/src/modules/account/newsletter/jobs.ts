import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
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
        await parts.db.transaction().execute(async (trx) => {
          await lockNewsletter(trx, customerId);
          await mailLinkAgain(trx, parts, customerId);
        });
      }
    },
  };
}

const FORGET = 'forget-newsletter';
export const FORGET_CRON: Cron = { task: FORGET, at: '37 3 * * *' };

/** How long unconfirmed subscriptions are kept: long enough to explain why somebody got a mail, and to request a new link. */
const UNCONFIRMED_KEPT_MS = 30 * DAY_MS;
/** Claims lapse at the end of the third year after they arise; until then a consent must be provable. */
const PROOFS_KEPT_MS = 4 * 365 * DAY_MS;
/** How long an operator can look up who got what. */
const ISSUES_KEPT_MS = 365 * DAY_MS;

export function forgetTask({ db, clock }: Pick<Parts, 'db' | 'clock'>): Task {
  return { name: FORGET, waitsForReconcile: false, handle: () => forget(db, clock()) };
}

async function forget(db: Queryable, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db
    .deleteFrom('newsletter_subscriptions')
    .where('confirmed_at', 'is', null)
    .where('link_expires_at', '<', before(UNCONFIRMED_KEPT_MS))
    .execute();
  await sql`delete from newsletter_consents as consent where confirmed_at is null
    and requested_at < ${before(UNCONFIRMED_KEPT_MS)} and not exists (select from newsletter_subscriptions as stored
    where stored.user_id = consent.user_id and stored.consent_id = consent.id)`.execute(db);
  await db.deleteFrom('newsletter_consents').where('ended_at', '<', before(PROOFS_KEPT_MS)).execute();
  await db.deleteFrom('newsletter_deliveries').where('changed_at', '<', before(ISSUES_KEPT_MS)).execute();
  await db.deleteFrom('newsletter_issues').where('begun_at', '<', before(ISSUES_KEPT_MS)).execute();
}
