import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { type InvoiceFilter, InvoicesPage } from '#/features/orders/invoices/index.ts';
import { InvoiceIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/invoices')({
  validateSearch: ({ year, brand, number }): InvoiceSearch => ({
    year:
      Number.isSafeInteger(year) && Number(year) >= 1900 && Number(year) < 2200 ? Number(year) : undefined,
    brand: textOf(brand),
    number: textOf(number),
  }),
  component: InvoicesRoute,
  staticData: {
    isForBusiness: true,
    heading: { text: 'invoices.title' },
    menu: { group: 'orders', rank: 3, label: 'shell.invoices', icon: <InvoiceIcon />, audience: 'business' },
  },
});

/** Named `brand`, because `channel` in an address selects the brand of the pages. */
type InvoiceSearch = { year?: number; brand?: string; number?: string };

/** A purely numeric value arrives as a number. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 50) : '';
  return text === '' ? undefined : text;
}

function InvoicesRoute() {
  const { brand: channel, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const onFilter = ({ channel: brand, ...filter }: InvoiceFilter) =>
    void navigate({ search: { ...filter, brand }, replace: true, resetScroll: false });
  return <InvoicesPage filter={{ ...search, channel }} onFilter={onFilter} />;
}
