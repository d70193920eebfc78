import {
  CARD_NOTICE_DAYS,
  getPaymentMethods,
  type PaymentMethod,
} from '@keepsake/contracts/account/payment-methods';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsGroup } from '#/features/account/settings/index.ts';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call } from '#/shared/api/call.ts';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    PaymentMethods: unknown;
  }
}

/** The customer's cards and mandates, default first. */
export const paymentMethodsQuery = queryOptions({
  queryKey: ['PaymentMethods'],
  queryFn: ({ signal }) => call(getPaymentMethods, {}, { signal }),
});

/** Display name of a card or mandate. */
export const nameOfMethod = ({ brand, lastFour }: PaymentMethod) => `${brand} •••• ${lastFour}`;

/** When to start announcing that a card expires; null before that time, and for methods that do not expire. */
function noticeOf({ expiresOn }: PaymentMethod, now: number): Date | null {
  if (expiresOn === null) return null;
  const from = Date.parse(`${expiresOn}T00:00:00Z`) - CARD_NOTICE_DAYS * DAY_MS;
  return from <= now ? new Date(from) : null;
}

/** Validity of a method beside its name: expired, expiring soon, or valid until a date. */
export function useValidity(): (method: PaymentMethod) => { text: string; isUrgent: boolean } | null {
  const { t } = useTranslation();
  const locale = useLocale();
  return (method) => {
    const { expiresOn } = method;
    if (expiresOn === null) return null;
    const now = serverNow().getTime();
    const isOver = Date.parse(`${expiresOn}T00:00:00Z`) + DAY_MS <= now;
    const isUrgent = noticeOf(method, now) !== null;
    if (isOver)
      return { text: t('payment.over', { date: formatDayInSentence(expiresOn, locale) }), isUrgent };
    const text = isUrgent
      ? t('payment.soon', { date: formatDayInSentence(expiresOn, locale) })
      : t('payment.until', { date: formatDayInSentence(expiresOn, locale) });
    return { text, isUrgent };
  };
}

/** Notifications for the bell about cards that expire soon. */
export function usePaymentNotifications(): Notification[] {
  const { t } = useTranslation();
  const validityOf = useValidity();
  const { data } = useQuery(paymentMethodsQuery);
  return (data?.methods ?? []).flatMap((method) => {
    const at = noticeOf(method, serverNow().getTime());
    if (!at) return [];
    return {
      key: `${method.id} ${method.expiresOn}`,
      title: t('payment.check', { name: nameOfMethod(method) }),
      detail: validityOf(method)?.text,
      at: at.toISOString(),
      href: '/settings/payment-method',
    };
  });
}

/** The settings group for payment methods [SET-03]. */
export const paymentGroup = settingsGroup({
  key: 'payment',
  title: 'payment.title',
  action: 'settings.manage',
  actionInFull: 'payment.manage',
  to: '/settings/payment-method',
  query: paymentMethodsQuery,
  Value: PaymentValue,
});

function PaymentValue({ data: { methods } }: { data: { methods: readonly PaymentMethod[] } }) {
  const { t } = useTranslation();
  const validityOf = useValidity();
  const [first] = methods;
  if (!first) return <p>{t('payment.noneYet')}</p>;
  const validity = validityOf(first);
  return (
    <>
      <p>{nameOfMethod(first)}</p>
      {validity?.isUrgent && <p>{validity.text}</p>}
    </>
  );
}
