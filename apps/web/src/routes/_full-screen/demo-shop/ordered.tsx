import { createFileRoute } from '@tanstack/react-router';
import { OrderedPage } from '#/features/shop/demo-shop/index.ts';

export const Route = createFileRoute('/_full-screen/demo-shop/ordered')({
  validateSearch: ({ orderCode }): { orderCode: string } => ({ orderCode: String(orderCode ?? '') }),
  component: OrderedRoute,
});

function OrderedRoute() {
  return <OrderedPage orderCode={Route.useSearch().orderCode} />;
}
