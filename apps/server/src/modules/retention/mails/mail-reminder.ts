import { addMonths, STORAGE_GRACE_DAYS, STORAGE_MONTHS } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { PRIORITY } from '../../../platform/jobs/jobs.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { defaultChannel, findChannel } from '../../channels/index.ts';
import { composeMail, findRecipient, type Recipient } from '../../mails/index.ts';
import { insertReminder, type ReminderKey } from '../account/reminders.ts';
import type { Day } from '../account/storage-account.ts';
import type { Deps } from '../deps.ts';
import { translate } from '../texts/texts.ts';
import { calendarFile } from './calendar-file.ts';
import { REMINDER_SENT } from './reminder-sent.ts';

type Wanted = ReminderKey & { today: Day; now: Date };

/** Writes to a customer once for each stage of a date: the note of it and the mail are of one transaction. */
export async function mailReminder(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  trx: Queryable,
  { today, now, ...key }: Wanted,
): Promise<void> {
  const recipient = await findRecipient(trx, key.userId);
  if (!recipient || !(await insertReminder(trx, key, now))) return;
  const whenSent = { task: REMINDER_SENT, payload: key };
  const mail = { ...composeReminder({ publicUrl, recipient, key, today, now }), whenSent };
  await queueMail(trx, mail, PRIORITY.bulk);
}

type Content = { publicUrl: string; recipient: Recipient; key: ReminderKey; today: Day; now: Date };

function composeReminder({ publicUrl, recipient, key, today, now }: Content) {
  const { locale } = recipient;
  const look = findChannel(recipient.channel) ?? defaultChannel;
  const date = dateText(locale, key.deletionDate);
  const values = { date, brand: look.name, months: STORAGE_MONTHS, days: STORAGE_GRACE_DAYS };
  const keptUntil = dateText(locale, addMonths(today, STORAGE_MONTHS));
  const link = `${publicUrl}/my-photos/photos`;
  const calendar = calendarFile({
    uid: `storage-${key.userId}@${new URL(publicUrl).hostname}`,
    sequence: Math.floor(now.getTime() / 1000),
    day: key.deletionDate,
    title: translate(locale, 'calendar.title', values),
    description: translate(locale, 'calendar.description', values),
    url: link,
    now,
  });
  return composeMail({
    look,
    locale,
    to: recipient.email,
    name: recipient.name,
    subject: translate(locale, key.reminder === 'one-day' ? 'subject.soon' : 'subject', values),
    text: [
      translate(locale, 'text.end', values),
      translate(locale, 'text.order', { ...values, keptUntil }),
      translate(locale, 'text.after', values),
    ],
    button: translate(locale, 'button'),
    link,
    note: translate(locale, 'note.calendar'),
    attachments: [
      {
        filename: `${translate(locale, 'calendar.file')}.ics`,
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: calendar,
      },
    ],
  });
}

function dateText(locale: string, day: Day): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
