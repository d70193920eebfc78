import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '#/features/shop/demo-shop/payment-page.tsx';

export const Route = createFileRoute('/_full-screen/demo-shop/payment')({
  validateSearch: ({ orderCode }): { orderCode: string } => ({ orderCode: String(orderCode ?? '') }),
  component: PaymentRoute,
});

function PaymentRoute() {
  return <PaymentPage orderCode={Route.useSearch().orderCode} />;
}
