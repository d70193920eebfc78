import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { deleteJobs, listJobs, type PendingJob } from '../../../platform/jobs/pending-jobs.ts';
import {
  type LostSpan,
  type Recovery,
  type RecoveryStep,
  replaying,
} from '../../../platform/recovery/recovery.ts';
import { endSubscription } from './change.ts';
import { SEND_ISSUE } from './deliveries.ts';
import type { Parts } from './deps.ts';
import { ISSUES, OPT_OUTS } from './newsletter-journal.ts';
import { findSuppression, liftSuppression, suppress } from './store.ts';

type RecoverDeps = Pick<Parts, 'db' | 'clock'>;

/** After a restore: whoever unsubscribed stays so, and no issue goes on to where it went before. */
export const newsletterRecoveries = (deps: RecoverDeps): Recovery[] => [
  optOutRecovery(deps),
  issueRecovery(deps),
  { plan: (lost) => planDeliveries(deps, lost) },
];

const optOutRecovery = ({ db }: RecoverDeps): Recovery =>
  replaying(db, {
    notified: 'newsletter addresses are unsubscribed or allowed again, as their owners did',
    kind: OPT_OUTS,
    describe: ({ body: { reason, isLifted, at } }) => `${isLifted ? 'no longer ' : ''}${reason} ${at}`,
    async isMissing(from, { body: { address, reason, isLifted, at } }) {
      const hmac = Buffer.from(address, 'hex');
      const existing = await findSuppression(from, hmac);
      if (isLifted) return existing === reason;
      if (existing === reason || existing === 'bounced') return false;
      return !(await isSubscribedSince(from, hmac, new Date(at)));
    },
    async replay(trx, { body: { address, reason, isLifted, at } }) {
      const hmac = Buffer.from(address, 'hex');
      if (isLifted) return void (await liftSuppression(trx, hmac, reason));
      const now = new Date(at);
      const by = reason === 'bounced' ? 'bounce' : 'customer';
      const subscribed = trx.selectFrom('newsletter_subscriptions').where('address_hmac', '=', hmac);
      for (const { user_id: customerId } of await subscribed.select('user_id').execute())
        await endSubscription(trx, customerId, { by, now });
      await suppress(trx, hmac, reason, now);
    },
  });

const issueRecovery = ({ db }: RecoverDeps): Recovery =>
  replaying(db, {
    notified: 'newsletter issues are recorded as sent: who did not get them is not known',
    kind: ISSUES,
    describe: ({ body: { id, topic, channel, begunAt } }) => `${id} (${topic}, ${channel}), begun ${begunAt}`,
    async isMissing(from, { body: { id } }) {
      const rows = from.selectFrom('newsletter_issues').select('id').where('id', '=', id);
      return (await rows.executeTakeFirst()) === undefined;
    },
    async replay(trx, { body: { begunAt, ...issue } }) {
      await trx
        .insertInto('newsletter_issues')
        .values({ ...issue, begun_at: new Date(begunAt) })
        .execute();
    },
  });

async function isSubscribedSince(db: Queryable, hmac: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_subscriptions')
    .select('user_id')
    .where('address_hmac', '=', hmac)
    .where('confirmed_at', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}

const issueOf = ({ payload }: PendingJob) => ofIssue.safeParse(payload).data?.issueId ?? '';
const ofIssue = z.object({ issueId: z.string() });

/** Deliveries that were under way at the backup have most likely been made since: they are skipped, as at most one is due. */
async function planDeliveries({ db, clock }: RecoverDeps, { until }: LostSpan): Promise<RecoveryStep[]> {
  const { rows } = await sql<{ id: string; waiting: number }>`
    select id, (select count(*)::int from newsletter_deliveries where issue_id = id and state in ('queued', 'sending')) as waiting
    from newsletter_issues where begun_at <= ${until}`.execute(db);
  const batches = await listJobs(db, SEND_ISSUE);
  const open = rows.filter(({ id, waiting }) => waiting > 0 || batches.some((job) => issueOf(job) === id));
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const ended = batches.filter((job) => ids.includes(issueOf(job)));
  const apply = async () => {
    await db.transaction().execute(async (trx) => {
      await deleteJobs(
        trx,
        ended.map(({ id }) => id),
      );
      await trx
        .updateTable('newsletter_deliveries')
        .set({ state: 'skipped', changed_at: clock() })
        .where('issue_id', 'in', ids)
        .where('state', 'in', ['queued', 'sending'])
        .execute();
    });
  };
  return [
    {
      notified: 'newsletter issues under way at the backup are not continued',
      items: open.map(({ id, waiting }) => `${id}: ${waiting} deliveries are skipped`),
      apply,
    },
  ];
}
