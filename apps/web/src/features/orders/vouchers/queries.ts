import { hasEnded } from '@keepsake/contracts/orders/voucher-rules';
import { addToWallet, getWallet, type Voucher } from '@keepsake/contracts/orders/vouchers';
import { DAY_MS, MINUTE_MS } from '@keepsake/contracts/platform/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDayInSentence, lastDayOf } from '#/shared/format.ts';
import { serverNow } from '#/shared/server-time.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Vouchers: unknown;
  }
}

const walletQuery = queryOptions({
  queryKey: ['Vouchers', 'wallet'],
  staleTime: MINUTE_MS,
  queryFn: async ({ signal }) => (await call(getWallet, {}, { signal })).items,
});

/** The customer's vouchers. */
export const useWallet = () => useQuery(walletQuery);

/** Adds the voucher of a typed code to the wallet. */
export function useAddVoucher(onAdded: () => void) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (code: string) => call(addToWallet, { params: { code } }),
    meta: { action: 'ADD_VOUCHER', invalidates: ['Vouchers'] },
    onSuccess() {
      showToast({ message: t('vouchers.added'), tone: 'success' });
      onAdded();
    },
  });
}

/** How long before a voucher expires its customer is notified. */
const ENDS_SOON_MS = 7 * DAY_MS;

/** Usable vouchers that expire within a week. */
export function useVoucherNotifications(): Notification[] {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { data = [] } = useWallet();
  const now = serverNow();
  return data.flatMap(({ code, title, endsAt, isUsed }: Voucher) => {
    if (isUsed || endsAt === null || hasEnded({ endsAt }, now)) return [];
    const since = Date.parse(endsAt) - ENDS_SOON_MS;
    if (since > now.getTime()) return [];
    const day = lastDayOf(endsAt, timeZone);
    return [
      {
        key: `voucher ${code} ${endsAt}`,
        title: t('notifications.voucherEnds', { title, date: formatDayInSentence(day, locale) }),
        at: new Date(since).toISOString(),
        href: '/vouchers',
      },
    ];
  });
}
