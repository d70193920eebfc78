import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { retryConflicts } from '../../../platform/database/errors.ts';
import {
  addJob,
  addJobs,
  isRunAgain,
  type JobAttempt,
  PRIORITY,
  type Task,
} from '../../../platform/jobs/jobs.ts';
import { createMailer, MailRefused } from '../../../platform/mail.ts';
import { findRecipient } from '../customers/index.ts';
import { unsubscribe } from './change.ts';
import { composeIssue } from './compose-issue.ts';
import { type Delivery, findEligibility, moveDelivery, queueDeliveries, SEND_ISSUE } from './deliveries.ts';
import type { Parts } from './deps.ts';
import { type IssueContents, parseContents } from './issue-file.ts';
import { findSubscription, updateSubscription } from './store.ts';

const DELIVER = 'deliver-newsletter';
/** With the pauses between them, about 40 hours. */
const MAX_ATTEMPTS = 16;

const batchSchema = z.object({ issueId: z.string(), after: z.string().nullable() });
const deliverySchema = z.object({ issueId: z.string(), customerId: customerIdSchema });

type SendDeps = Pick<Parts, 'db' | 'clock' | 'keys' | 'publicUrl' | 'mail' | 'journal'>;

/** The jobs that send an issue: batches record who gets it, and one job per recipient hands over the mail. */
export function issueTasks(deps: SendDeps): Task[] {
  const send = createMailer({ ...deps, ...deps.mail });
  return [
    {
      name: SEND_ISSUE,
      waitsForReconcile: true,
      handle: (payload) => queueBatch(deps, batchSchema.parse(payload)),
    },
    {
      name: DELIVER,
      waitsForReconcile: true,
      handle: (payload, attempt) => deliver({ ...deps, send }, deliverySchema.parse(payload), attempt),
    },
  ];
}

/** Records a batch of recipients, their jobs and the next batch together: after a kill either all of it exists or nothing. */
async function queueBatch(
  { db, clock }: Pick<SendDeps, 'db' | 'clock'>,
  { issueId, after }: z.infer<typeof batchSchema>,
) {
  const issue = await findIssue(db, issueId);
  if (!issue) return;
  const { contents, ...mailing } = issue;
  const locales = Object.keys(contents) as (keyof IssueContents)[];
  await db.transaction().execute(async (trx) => {
    const batch = { issueId, mailing, locales, after, now: clock() };
    const { customerIds, next } = await queueDeliveries(trx, batch);
    const options = { priority: PRIORITY.bulk, maxAttempts: MAX_ATTEMPTS };
    await addJobs(
      trx,
      customerIds.map((customerId) => ({ task: DELIVER, payload: { issueId, customerId }, options })),
    );
    if (next) await addJob(trx, SEND_ISSUE, { issueId, after: next }, { priority: PRIORITY.bulk });
  });
}

async function findIssue(db: SendDeps['db'], id: string) {
  const found = await db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirst();
  return found && { topic: found.topic, channel: found.channel, contents: parseContents(found.contents) };
}

/**
 * Hands over one mail, at most once: it is recorded first, so that one interrupted by a kill stays 'sending' and is not sent
 * twice. What the mail server refuses for now is retried; an address that does not exist is suppressed.
 */
async function deliver(
  deps: SendDeps & { send: ReturnType<typeof createMailer> },
  delivery: Delivery,
  attempt: JobAttempt,
): Promise<void> {
  const { db, clock, keys, publicUrl, send } = deps;
  const { customerId } = delivery;
  const claimed = await claim(deps, delivery);
  if (!claimed) return;
  const end = (to: 'sent' | 'bounced' | 'queued' | 'failed') =>
    retryConflicts(() =>
      db.transaction().execute(async (trx) => {
        await moveDelivery(trx, delivery, { from: 'sending', to, now: clock() });
        if (to === 'bounced') await unsubscribe(trx, deps, { customerId, by: 'bounce', now: clock() });
        // The mail did not go out, so the month has not begun.
        else if (to !== 'sent')
          await updateSubscription(trx, customerId, { last_issue_at: claimed.lastIssueAt });
      }),
    );
  try {
    await send(composeIssue({ ...claimed, token: keys.tokenFor(customerId), publicUrl }));
  } catch (error) {
    if (error instanceof MailRefused && error.isHardBounce) return end('bounced');
    await end(isRunAgain(attempt, error) ? 'queued' : 'failed');
    throw error;
  }
  await end('sent');
}

/**
 * Claims a delivery for exactly one caller; null if there is nothing to send. Skips who unsubscribed or paused since the batch.
 */
async function claim({ db, clock }: Pick<SendDeps, 'db' | 'clock'>, delivery: Delivery) {
  const { customerId, issueId } = delivery;
  const issue = await findIssue(db, issueId);
  if (!issue) return null;
  const { contents, ...mailing } = issue;
  return db.transaction().execute(async (trx) => {
    const now = clock();
    const recipient = await findRecipient(trx, customerId);
    const content = recipient && contents[recipient.locale];
    const isReady = (await findEligibility(trx, customerId, mailing, now)) === 'ready' && content;
    const to = isReady ? 'sending' : 'skipped';
    if (!(await moveDelivery(trx, delivery, { from: 'queued', to, now }))) return null;
    if (!isReady) return null;
    const lastIssueAt = (await findSubscription(trx, customerId))?.last_issue_at ?? null;
    await updateSubscription(trx, customerId, { last_issue_at: now });
    return { recipient, content, lastIssueAt };
  });
}
