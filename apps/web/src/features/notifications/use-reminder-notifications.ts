import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFlag } from '#/shared/flags/use-flag.ts';
import { formatDayInSentence } from '#/shared/format/dates.ts';
import { useLocale } from '#/shared/format/use-locale.ts';
import type { Notification } from '#/shared/notifications/notification.ts';
import { storageStatusQuery } from '#/shared/storage-status/storage-status-query.ts';

/** The mails that warned of a deletion date. */
export function useReminderNotifications(): Notification[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const isShown = useFlag('ReactivationEnabled');
  const isMock = useFlag('UseReactivationMockData');
  const { data } = useQuery({ ...storageStatusQuery({ isMock }), enabled: isShown });
  return (data?.reminders ?? []).flatMap(({ reminder, deletionDate, sent }) =>
    sent === null
      ? []
      : [
          {
            key: `${reminder} ${deletionDate}`,
            title: t('notifications.reminder', { date: formatDayInSentence(deletionDate, locale) }),
            at: sent,
            href: '/my-photos/photos',
          },
        ],
  );
}
