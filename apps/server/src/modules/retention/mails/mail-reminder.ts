import { addMonths, STORAGE_GRACE_DAYS, STORAGE_MONTHS } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { queueBulkMails } from '../../../platform/mail/mail.ts';
import { dateInSentence } from '../../../platform/texts/date-in-sentence.ts';
import { defaultChannel, findChannel } from '../../channels/index.ts';
import { composeMail, findRecipients, type Recipient } from '../../mails/index.ts';
import { dayIn } from '../account/day-in.ts';
import { insertReminders, type ReminderKey } from '../account/reminders.ts';
import type { Deps } from '../deps.ts';
import { translate } from '../texts/texts.ts';
import { calendarFile } from './calendar-file.ts';
import { REMINDER_SENT } from './reminder-sent.ts';

/** Writes to customers once for each stage of a date: the notes of it and the mails are of one transaction. */
export async function mailReminders(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  trx: Queryable,
  wanted: readonly ReminderKey[],
  now: Date,
): Promise<void> {
  if (wanted.length === 0) return;
  const recipients = await findRecipients(
    trx,
    wanted.map(({ userId }) => userId),
  );
  const known = wanted.filter(({ userId }) => recipients.has(userId));
  const mails = (await insertReminders(trx, known, now)).map((key) => {
    const recipient = recipients.get(key.userId) as Recipient;
    const whenSent = { task: REMINDER_SENT, payload: key };
    return { ...composeReminder({ publicUrl, recipient, key, now }), whenSent };
  });
  await queueBulkMails(trx, mails);
}

type Content = { publicUrl: string; recipient: Recipient; key: ReminderKey; now: Date };

function composeReminder({ publicUrl, recipient, key, now }: Content) {
  const { locale } = recipient;
  const look = findChannel(recipient.channel) ?? defaultChannel;
  const today = dayIn(look.timeZone, now);
  const date = dateInSentence(new Date(key.deletionDate), locale);
  const values = { date, brand: look.name, months: STORAGE_MONTHS, days: STORAGE_GRACE_DAYS };
  const keptUntil = dateInSentence(new Date(addMonths(today, STORAGE_MONTHS)), locale);
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
