import type { NewsletterTopic } from '@keepsake/contracts/account/newsletter';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { addJob, BATCH, PRIORITY } from '../../../platform/jobs/jobs.ts';
import { findLanguage } from '../../../platform/languages.ts';
import { wasRecent } from '../../../platform/recently.ts';
import type { Journal } from '../../../platform/recovery/journal.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import { type Channel, channels } from '../../frame/channels/index.ts';
import type { IssueContents } from './issue-file.ts';
import { ISSUES } from './newsletter-journal.ts';

/** A subscriber to 'monthly' gets nothing within this many days after an issue. */
export const MONTHLY_DAYS = 30;

type Mailing = { topic: string; channel: string };

/** Whether a subscriber gets an issue, or why not. */
export type Eligibility = 'ready' | 'otherTopics' | 'paused' | 'tooSoon' | 'suppressed';

const eligibility = (
  { topic }: Pick<Mailing, 'topic'>,
  now: Date,
): RawBuilder<Eligibility> => sql<Eligibility>`case
  when exists (select from newsletter_suppressions as barred where barred.address_hmac = subscribed.address_hmac) then 'suppressed'
  when not ${topic} = any(subscribed.topics) then 'otherTopics'
  when subscribed.paused_until > ${now} then 'paused'
  when subscribed.frequency = 'monthly' and ${wasRecent('subscribed.last_issue_at', { now, ms: MONTHLY_DAYS * DAY_MS })}
    then 'tooSoon'
  else 'ready' end`;

const subscribers = ({ channel }: Pick<Mailing, 'channel'>) => sql`newsletter_subscriptions as subscribed
  join customer_contacts as contact using (user_id)
  where subscribed.confirmed_at is not null and contact.deleted_at is null and contact.channel = ${channel}`;

/** The language in which mails to a subscriber are written. */
const languageOf = (chosen: string | null, { locale }: Pick<Channel, 'locale'>): Locale =>
  findLanguage(chosen) ?? locale;

export type Count = { locale: Locale; eligibility: Eligibility; customers: number };

/** How many subscribers of a channel would get an issue now, and how many would not, by language. */
export async function countSubscribers(db: Queryable, mailing: Mailing, now: Date): Promise<Count[]> {
  const { rows } = await sql<{ chosen: string | null; eligibility: Eligibility; customers: number }>`
    select mail_locale as chosen, ${eligibility(mailing, now)} as eligibility, count(*)::int as customers
    from ${subscribers(mailing)} group by 1, 2 order by 1, 2`.execute(db);
  const channel = channels().find(({ id }) => id === mailing.channel);
  return rows.map(({ chosen, ...row }) => ({
    ...row,
    locale: languageOf(chosen, channel ?? { locale: 'en-GB' }),
  }));
}

export type Issue = Mailing & { contents: IssueContents };

export const SEND_ISSUE = 'send-newsletter';

/**
 * Starts sending an issue, through jobs. @returns its id; null if the same was sent before, unless it is to go out again. Throws if
 * the store is away.
 */
export async function beginIssue(
  { db, journal }: { db: Database; journal: Journal },
  { topic, channel, contents }: Issue & { topic: NewsletterTopic },
  { isAgain, now }: { isAgain: boolean; now: Date },
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const stored = JSON.stringify(contents);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`newsletter issue ${stored}`}, 0))`.execute(
      trx,
    );
    const same = trx.selectFrom('newsletter_issues').select('id').where('topic', '=', topic);
    const started = await same
      .where('channel', '=', channel)
      .where(sql<boolean>`contents = ${stored}::jsonb`)
      .executeTakeFirst();
    if (started && !isAgain) return null;
    const id = newId();
    await trx
      .insertInto('newsletter_issues')
      .values({ id, topic, channel, contents: stored, begun_at: now })
      .execute();
    await addJob(trx, SEND_ISSUE, { issueId: id, after: null }, { priority: PRIORITY.bulk });
    await journal.require(ISSUES, { id, topic, channel, contents: stored, begunAt: now.toISOString() });
    return id;
  });
}

type Batch = {
  issueId: string;
  mailing: Mailing;
  locales: readonly Locale[];
  after: string | null;
  now: Date;
};

/**
 * Records deliveries for the next subscribers who get an issue.
 * @returns those not recorded before, and the customer after whom to continue; null at the end.
 */
export async function queueDeliveries(
  trx: Queryable,
  { issueId, mailing, locales, after, now }: Batch,
): Promise<{ customerIds: CustomerId[]; next: string | null }> {
  const channel = channels().find(({ id }) => id === mailing.channel) ?? { locale: 'en-GB' };
  const { rows } = await sql<{ user_id: CustomerId; chosen: string | null; eligibility: Eligibility }>`
    select user_id, mail_locale as chosen, ${eligibility(mailing, now)} as eligibility from ${subscribers(mailing)}
    and (${after}::uuid is null or user_id > ${after}) order by user_id limit ${BATCH}`.execute(trx);
  const ready = rows.filter(
    (row) => row.eligibility === 'ready' && locales.includes(languageOf(row.chosen, channel)),
  );
  const ids = ready.map(({ user_id }) => user_id);
  const { rows: noted } = await sql<{ user_id: CustomerId }>`
    insert into newsletter_deliveries (user_id, issue_id, state, changed_at)
    select user_id, ${issueId}, 'queued', ${now} from unnest(${ids}::uuid[]) as chosen (user_id)
    on conflict do nothing returning user_id`.execute(trx);
  const last = rows.length === BATCH ? rows.at(-1)?.user_id : null;
  return { customerIds: noted.map(({ user_id }) => user_id), next: last ?? null };
}

/** Whether one subscriber gets an issue at this moment; null if not subscribed. */
export async function findEligibility(
  trx: Queryable,
  customerId: CustomerId,
  mailing: Mailing,
  now: Date,
): Promise<Eligibility | null> {
  const { rows } = await sql<{ eligibility: Eligibility }>`
    select ${eligibility(mailing, now)} as eligibility from ${subscribers(mailing)} and user_id = ${customerId}`.execute(
    trx,
  );
  return rows[0]?.eligibility ?? null;
}

export type DeliveryState = 'queued' | 'sending' | 'sent' | 'skipped' | 'bounced' | 'failed';
export type Delivery = { customerId: CustomerId; issueId: string };

/** Changes the state of a delivery: true for exactly one caller. */
export async function moveDelivery(
  trx: Queryable,
  { customerId, issueId }: Delivery,
  { from, to, now }: { from: DeliveryState; to: DeliveryState; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('newsletter_deliveries')
    .set({ state: to, changed_at: now })
    .where('user_id', '=', customerId)
    .where('issue_id', '=', issueId)
    .where('state', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const customersByState = z.record(z.string(), z.number());

/** The progress of all issues, newest first. */
export async function countDeliveries(db: Queryable) {
  const { rows } = await sql<{
    id: string;
    topic: string;
    channel: string;
    begun_at: Date;
    states: unknown;
  }>`
    select id, topic, channel, begun_at, coalesce((select json_object_agg(state, customers) from (
      select state, count(*) as customers from newsletter_deliveries where issue_id = id group by state) as counted
    ), '{}') as states
    from newsletter_issues order by begun_at desc limit 20`.execute(db);
  return rows.map((row) => ({
    ...row,
    states: parseStoredColumn(customersByState, row.states, `the newsletter issue ${row.id}`),
  }));
}
