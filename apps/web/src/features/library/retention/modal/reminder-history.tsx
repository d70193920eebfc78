import type { StorageAccount, StorageReminder } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDay } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import classes from './storage-modal.module.css';

const TEXTS = {
  'three-months': 'storage.threeMonthsBefore',
  'one-month': 'storage.oneMonthBefore',
  'one-week': 'storage.oneWeekBefore',
  'one-day': 'storage.oneDayBefore',
} as const satisfies Record<StorageReminder, string>;

/** The mails about the storage, newest first; nothing while there was none. */
export function ReminderHistory({ reminders }: Pick<StorageAccount, 'reminders'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (reminders.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>{t('storage.reminders')}</h3>
      <ul className={classes.reminders}>
        {reminders.map(({ reminder, deletionDate, sent }) => (
          <li key={`${reminder} ${deletionDate}`}>
            <span>{t(TEXTS[reminder], { date: formatDay(deletionDate, locale) })}</span>
            <span className={classes.sent}>
              {sent === null ? t('storage.onItsWay') : formatDate(sent, locale)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
