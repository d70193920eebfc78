import { createFileRoute } from '@tanstack/react-router';
import { OrderInvoices } from '#/features/commerce/invoices/order-invoices.tsx';
import { OrderPage } from '#/features/commerce/orders/order-page.tsx';
import { useIsLibraryHidden } from '#/features/library/retention/queries.ts';
import { useIsBusiness } from '#/shared/customer-query.ts';

export const Route = createFileRoute('/_shell/orders/$orderCode/')({ component: OrderRoute });

function OrderRoute() {
  const { orderCode } = Route.useParams();
  const isLibraryHidden = useIsLibraryHidden();
  const { isBusiness } = useIsBusiness();
  const invoices = isBusiness && <OrderInvoices orderCode={orderCode} />;
  return (
    <OrderPage key={orderCode} orderCode={orderCode} isLibraryHidden={isLibraryHidden} invoices={invoices} />
  );
}
