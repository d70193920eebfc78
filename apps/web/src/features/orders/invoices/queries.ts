import { getInvoiceArchive, getInvoices } from '@keepsake/contracts/orders/invoices';
import { DAY_MS } from '@keepsake/contracts/platform/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#/features/frame/notifications/index.ts';
import { call, saveAs } from '#/shared/api/call.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';
import { pagedQuery } from '#/shared/paged-list.tsx';
import { serverNow } from '#/shared/server-time.ts';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Invoices: unknown;
  }
}

/** Filters of the list, as in the address. */
export type InvoiceFilter = {
  year?: number;
  channel?: string;
  /** Part of the number. */
  number?: string;
};

const whichOf = ({ year, channel }: InvoiceFilter) => ({
  ...(year !== undefined && { year: String(year) }),
  ...(channel !== undefined && { channel }),
});

/** The customer's invoices, latest first. */
export const invoicesQuery = (filter: InvoiceFilter) =>
  pagedQuery({
    queryKey: ['Invoices', 'list', filter],
    load: (cursor, signal) =>
      call(
        getInvoices,
        { query: { ...whichOf(filter), ...(filter.number && { search: filter.number }), cursor } },
        { signal },
      ),
  });

/** The invoices of one order. */
export const orderInvoicesQuery = (orderCode: string) =>
  queryOptions({
    queryKey: ['Invoices', 'order', orderCode],
    queryFn: async ({ signal }) => (await call(getInvoices, { query: { orderCode } }, { signal })).items,
  });

/** Downloads an archive of the selected invoices, or of all that match a filter. */
export function useSaveInvoices() {
  const { t } = useTranslation();
  return useMutation({
    async mutationFn(chosen: { ids: readonly string[] } | InvoiceFilter) {
      const query = 'ids' in chosen ? { ids: [...chosen.ids] } : whichOf(chosen);
      const { url } = await call(getInvoiceArchive, { query });
      saveAs(url, 'invoices.zip');
    },
    meta: { action: 'DOWNLOAD_INVOICES', invalidates: [] },
    onError: () => showToast({ message: t('invoices.saveFailed'), tone: 'failure' }),
  });
}

/** How long the bell shows a new invoice, in milliseconds. */
const NEWS_MS = 14 * DAY_MS;
/** Only the newest: customers who receive more at once will look at the page. */
const NEWS_COUNT = 5;

/** Invoices and credit notes received within the last two weeks. */
export function useInvoiceNotifications(): Notification[] {
  const { t } = useTranslation();
  const { isBusiness } = useIsBusiness();
  const { data = [] } = useQuery({
    queryKey: ['Invoices', 'news'],
    queryFn: async ({ signal }) =>
      (await call(getInvoices, { query: { limit: NEWS_COUNT } }, { signal })).items,
    enabled: isBusiness,
  });
  const since = serverNow().getTime() - NEWS_MS;
  return data
    .flatMap(({ creditNotes, ...invoice }) => [invoice, ...creditNotes])
    .filter(({ receivedAt }) => Date.parse(receivedAt) > since)
    .map(({ id, kind, number, receivedAt }) => ({
      key: `invoice ${id}`,
      title: t(kind === 'invoice' ? 'notifications.invoice' : 'notifications.creditNote', { number }),
      at: receivedAt,
      href: `/invoices?${new URLSearchParams({ number })}`,
    }));
}
