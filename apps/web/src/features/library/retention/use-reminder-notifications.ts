import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/shared/extension-points.ts';
import { useFlag } from '#/shared/flags.tsx';
import { formatDay, useLocale } from '#/shared/format.ts';
import { storageStatusQuery } from '#/shared/hidden-library.tsx';

/** Reminder mails about a deletion date. */
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
            title: t('notifications.reminder', { date: formatDay(deletionDate, locale) }),
            at: sent,
            href: '/my-photos/photos',
          },
        ],
  );
}
