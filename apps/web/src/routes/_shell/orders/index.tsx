import { createFileRoute } from '@tanstack/react-router';
import { OrdersPage } from '#/features/commerce/orders/orders-page.tsx';
import type { OrdersSearch } from '#/features/commerce/orders/page-links.tsx';
import type { MenuEntry } from '#/shared/extension-points.ts';
import { OrdersIcon } from '#/shared/ui/icons.tsx';

export const ordersEntry: MenuEntry = {
  key: 'orders',
  label: 'shell.orders',
  icon: <OrdersIcon />,
  to: '/orders',
};

/** A page of a list from 2 on; anything else is the first. */
const pageOf = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) > 1 ? Number(value) : undefined;

export const Route = createFileRoute('/_shell/orders/')({
  validateSearch: (search): OrdersSearch => ({
    inProgress: pageOf(search.inProgress),
    history: pageOf(search.history),
  }),
  component: OrdersRoute,
});

function OrdersRoute() {
  return <OrdersPage pages={Route.useSearch()} />;
}
