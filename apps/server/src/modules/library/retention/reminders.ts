import {
  addMonths,
  STORAGE_GRACE_DAYS,
  STORAGE_REMINDERS,
  type StorageReminder,
} from '@keepsake/contracts/library/retention';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { queueBulkMails } from '../../../platform/mail.ts';
import { folded as foldedAddress } from '../../../platform/mail-address.ts';
import { createTexts, dateInSentence } from '../../../platform/texts.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import { findRecipients, type Recipient } from '../../account/customers/index.ts';
import { addressOfOwnPage } from '../../frame/channels/index.ts';
import { composeMail } from '../../frame/mails/index.ts';
import { calendarFile } from './calendar-file.ts';
import { type Day, monthsOf } from './days.ts';
import type { Deps } from './deps.ts';
import type enGB from './texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

/** The job after a reminder was sent; its handler is in jobs.ts. */
export const REMINDER_SENT = 'storage-reminder-sent';

/** Mails each reminder of a date once, and again if it came back: it is recorded in the transaction that queues the mail. */
export async function mailReminders(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  trx: Queryable,
  wanted: readonly ReminderKey[],
  now: Date,
): Promise<void> {
  if (wanted.length === 0) return;
  const recipients = await findRecipients(
    trx,
    wanted.map(({ customerId }) => customerId),
  );
  const existing = wanted.filter(({ customerId }) => recipients.has(customerId));
  const mails = (await insertReminders(trx, existing, now)).map((key) => {
    const recipient = recipients.get(key.customerId) as Recipient;
    const { mailId, ...named } = key;
    const whenSent = { task: REMINDER_SENT, payload: named };
    return { ...composeReminder({ publicUrl, recipient, key, now }), id: mailId, whenSent };
  });
  await queueBulkMails(trx, mails);
}

type Content = { publicUrl: string; recipient: Recipient; key: ReminderKey; now: Date };

/** The warning that names the last day, and first of all how to download everything. */
export function composeReminder({ publicUrl, recipient, key, now }: Content) {
  const { channel } = recipient;
  const t = translatorFor(recipient.locale, channel.id);
  const values = valuesOf(recipient, key, now);
  const { customerId } = key;
  const page = '/my-photos/photos';
  const photos = addressOfOwnPage({ publicUrl, page, channel: channel.id, customerId });
  const link = new URL(photos);
  link.searchParams.set('export', 'true');
  const calendar = calendarFile({
    uid: `storage-${customerId}@${new URL(publicUrl).hostname}`,
    sequence: Math.floor(now.getTime() / 1000),
    day: key.deletionDate,
    title: t('calendar.title', values),
    description: t('calendar.description', values),
    url: photos,
    now,
  });
  return composeMail({
    kind: 'storage',
    to: recipient,
    brand: channel,
    subject: t(key.reminder === 'one-day' ? 'subject.soon' : 'subject', values),
    preview: t('preview'),
    text: [t('text.end', values), t('text.download'), t('text.order', values), t('text.after', values)],
    button: t('button'),
    link: link.href,
    note: t('note.calendar'),
    why: 'photos',
    attachments: [
      {
        filename: `${t('calendar.file')}.ics`,
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: calendar,
      },
    ],
  });
}

function valuesOf({ locale, channel }: Recipient, { deletionDate }: ReminderKey, now: Date) {
  const months = monthsOf(channel);
  const dateText = (day: Day) => dateInSentence(new Date(day), locale);
  return {
    keptUntil: dateText(addMonths(dayIn(channel.timeZone, now), months)),
    date: dateText(deletionDate),
    brand: channel.name,
    months,
    days: STORAGE_GRACE_DAYS,
  };
}

export type ReminderKey = { customerId: CustomerId; deletionDate: Day; reminder: StorageReminder };
export type Reminder = ReminderKey & {
  sentAt: Date | null;
  /** When a mail of this reminder last came back. */
  returnedAt: Date | null;
  /** Whether the last one did. */
  isReturned: boolean;
  /** Whether it came back from an address that the customer has changed since. */
  isElsewhere: boolean;
};

const IS_RETURNED = sql<boolean>`coalesce(returned_at >= queued_at, false)`;
const folded = (column: string) => foldedAddress(sql.ref<string>(column));

/** Reminders by customer, newest first. */
export async function readReminders(
  db: Queryable,
  customerIds: readonly CustomerId[],
): Promise<Map<string, Reminder[]>> {
  const { rows } =
    await sql<Reminder>`select user_id as "customerId", deletion_date as "deletionDate", reminder,
      sent_at as "sentAt", returned_at as "returnedAt", ${IS_RETURNED} as "isReturned",
      ${IS_RETURNED} and not exists (select from customer_contacts as contact where contact.user_id = storage_reminders.user_id
        and contact.user_id = any(${customerIds}::uuid[]) and ${folded('contact.email')} = ${folded('returned_email')}) as "isElsewhere"
    from storage_reminders where user_id = any(${customerIds}::uuid[])
    order by deletion_date desc, array_position(${STORAGE_REMINDERS}::text[], reminder) desc`.execute(db);
  return Map.groupBy(rows, ({ customerId }) => customerId);
}

/** Records reminders and returns those that were not recorded before, or came back. */
async function insertReminders(
  trx: Queryable,
  keys: readonly ReminderKey[],
  now: Date,
): Promise<(ReminderKey & { mailId: string })[]> {
  const wanted = JSON.stringify(keys.map((key) => ({ ...key, mailId: newId() })));
  const { rows } = await sql<ReminderKey & { mailId: string }>`
    insert into storage_reminders (user_id, deletion_date, reminder, queued_at, mail_id)
    select "customerId", "deletionDate", reminder, ${now}, "mailId" from json_to_recordset(${wanted}::json) as wanted
      ("customerId" uuid, "deletionDate" date, reminder text, "mailId" uuid)
    on conflict (user_id, deletion_date, reminder) do update
      set queued_at = excluded.queued_at, sent_at = null, mail_id = excluded.mail_id
      where storage_reminders.returned_at >= storage_reminders.queued_at
    returning user_id as "customerId", deletion_date as "deletionDate", reminder, mail_id as "mailId"`.execute(
    trx,
  );
  return rows;
}

/** Records that a reminder was sent. Idempotent. */
export async function markSent(db: Queryable, key: ReminderKey, now: Date): Promise<void> {
  await db
    .updateTable('storage_reminders')
    .set({ sent_at: now })
    .where('user_id', '=', key.customerId)
    .where('deletion_date', '=', key.deletionDate)
    .where('reminder', '=', key.reminder)
    .where('sent_at', 'is', null)
    .execute();
}
