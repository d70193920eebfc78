import type { InvoiceFacts } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { formatDay, useLocale } from '#/shared/format.ts';

/** The state of an invoice in words, with the due date if it is unpaid. */
export function useInvoiceState(): (invoice: InvoiceFacts) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return ({ kind, state, dueOn }) => {
    if (kind === 'credit-note' && state !== 'cancelled')
      return t(state === 'paid' ? 'invoices.state.paidBack' : 'invoices.state.toPayBack');
    switch (state) {
      case 'open':
        return dueOn ? t('invoices.state.due', { date: formatDay(dueOn, locale) }) : t('invoices.state.open');
      case 'overdue':
        return t('invoices.state.overdue');
      case 'paid':
        return t('invoices.state.paid');
      case 'credited':
        return t('invoices.state.credited');
      case 'cancelled':
        return t('invoices.state.cancelled');
    }
  };
}
