import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { storageStatusQuery } from '#/features/library/state/index.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useFlag } from '#/shared/flags.tsx';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';

/** The customer's storage account; undefined while loading, after a failure, and without the flag [FLG-10, FLG-11]. */
export function useStorageAccount() {
  const isShown = useIsStorageEnding();
  const isMock = useFlag('UseReactivationMockData');
  // While the page was hidden, a day may have passed or an order may have been placed elsewhere.
  const { data } = useQuery({
    ...storageStatusQuery({ isMock }),
    enabled: isShown,
    refetchOnWindowFocus: 'always',
  });
  return isShown ? data : undefined;
}

/** Whether photos expire at all: a brand that keeps them forever shows nothing about it. */
function useIsStorageEnding(): boolean {
  const isOn = useFlag('ReactivationEnabled');
  return useChannel().storageMonths !== null && isOn;
}

/** Whether the storage time is over: the photos are hidden until the next order. */
export function useIsLibraryHidden(): boolean {
  return Boolean(useStorageAccount()?.hidden);
}

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
