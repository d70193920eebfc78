import { createFileRoute } from '@tanstack/react-router';
import { CutOffNotice, ProductRange } from '#/features/exchange/merchandise/index.ts';
import type { PageEntry } from '#/features/frame/shell/index.ts';
import { OrdersPage, type OrdersSearch } from '#/features/orders/orders/index.ts';
import { pageOf } from '#/shared/search-params.ts';
import { OrdersIcon } from '#/shared/ui/icons.tsx';

export const ordersEntry: PageEntry = {
  key: 'orders',
  label: 'shell.orders',
  icon: <OrdersIcon />,
  to: '/orders',
};

export const Route = createFileRoute('/_shell/orders/')({
  validateSearch: (search): OrdersSearch => ({
    inProgress: pageOf(search.inProgress),
    history: pageOf(search.history),
  }),
  component: OrdersRoute,
  staticData: { heading: { text: 'orders.title' } },
});

function OrdersRoute() {
  return <OrdersPage pages={Route.useSearch()} notice={<CutOffNotice />} productRange={<ProductRange />} />;
}
