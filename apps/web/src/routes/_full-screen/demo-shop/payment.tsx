import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '#/features/shop/demo-shop/index.ts';

export const Route = createFileRoute('/_full-screen/demo-shop/payment')({
  validateSearch: ({ orderCode }): { orderCode: string } => ({ orderCode: String(orderCode ?? '') }),
  component: PaymentRoute,
});

function PaymentRoute() {
  return <PaymentPage orderCode={Route.useSearch().orderCode} />;
}
