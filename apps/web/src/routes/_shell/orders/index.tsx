import { createFileRoute } from '@tanstack/react-router';
import { CutOffNotice, ProductRange, useCutOffs } from '#/features/exchange/merchandise/index.ts';
import { OrdersPage, type OrdersSearch } from '#/features/orders/orders/index.ts';
import { pageOf } from '#/shared/search-params.ts';
import { OrdersIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/orders/')({
  validateSearch: (search): OrdersSearch => ({
    inProgress: pageOf(search.inProgress),
    history: pageOf(search.history),
  }),
  component: OrdersRoute,
  staticData: {
    heading: { text: 'orders.title' },
    menu: {
      group: 'orders',
      rank: 1,
      label: 'shell.orders',
      icon: <OrdersIcon />,
      thumbLabel: 'shell.thumbs.orders',
    },
  },
});

function OrdersRoute() {
  // Requested in parallel to the orders: a notice that comes after them would move what is below.
  useCutOffs();
  return <OrdersPage pages={Route.useSearch()} notice={<CutOffNotice />} productRange={<ProductRange />} />;
}
