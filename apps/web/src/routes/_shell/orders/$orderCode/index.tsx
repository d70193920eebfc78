import { createFileRoute } from '@tanstack/react-router';
import { OrderPage } from '#/features/commerce/orders/order-page.tsx';
import { useIsLibraryHidden } from '#/features/library/retention/queries.ts';

export const Route = createFileRoute('/_shell/orders/$orderCode/')({ component: OrderRoute });

function OrderRoute() {
  const { orderCode } = Route.useParams();
  const isLibraryHidden = useIsLibraryHidden();
  return <OrderPage key={orderCode} orderCode={orderCode} isLibraryHidden={isLibraryHidden} />;
}
