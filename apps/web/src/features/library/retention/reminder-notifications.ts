import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { storageStatusQuery } from '#/features/library/state/index.ts';
import { useFlag } from '#/shared/flags.tsx';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { useIsStorageEnding } from './queries.ts';

/** Notifications for the bell about reminder mails. */
export function useReminderNotifications(): Notification[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const isShown = useIsStorageEnding();
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
