import { createFileRoute, useNavigate } from '@tanstack/react-router';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { type InvoiceFilter, InvoicesPage } from '#/features/orders/invoices/index.ts';
import { InvoiceIcon } from '#/shared/ui/icons.tsx';

/** [SHL-05] */
export const invoicesEntry: MenuEntry = {
  key: 'invoices',
  label: 'shell.invoices',
  icon: <InvoiceIcon />,
  to: '/invoices',
  audience: 'business',
};

export const Route = createFileRoute('/_shell/invoices')({
  validateSearch: ({ year, brand, number }): InvoiceSearch => ({
    year:
      Number.isSafeInteger(year) && Number(year) >= 1900 && Number(year) < 2200 ? Number(year) : undefined,
    brand: textOf(brand),
    number: textOf(number),
  }),
  component: InvoicesRoute,
  staticData: { heading: { text: 'invoices.title' }, isForBusiness: true },
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
