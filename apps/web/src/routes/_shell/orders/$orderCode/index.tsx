import { createFileRoute } from '@tanstack/react-router';
import { PagesLink } from '#/features/creations/online-products/pages-link.tsx';
import { ShowToOthers } from '#/features/creations/widgets/show-to-others.tsx';
import { useIsLibraryHidden } from '#/features/library/retention/queries.ts';
import { OrderInvoices } from '#/features/orders/invoices/order-invoices.tsx';
import { OrderPage } from '#/features/orders/orders/order-page.tsx';
import { useIsBusiness } from '#/shared/customer-query.ts';

export const Route = createFileRoute('/_shell/orders/$orderCode/')({ component: OrderRoute });

function OrderRoute() {
  const { orderCode } = Route.useParams();
  const isLibraryHidden = useIsLibraryHidden();
  const { isBusiness, isKnown } = useIsBusiness();
  const invoices = isBusiness && <OrderInvoices orderCode={orderCode} />;
  return (
    <OrderPage
      key={orderCode}
      orderCode={orderCode}
      isLibraryHidden={isLibraryHidden}
      invoices={invoices}
      actionsOf={({ code, isOnlineProduct }) =>
        isOnlineProduct && (
          <>
            <PagesLink productCode={code} />
            {isKnown && !isBusiness && <ShowToOthers productCode={code} />}
          </>
        )
      }
    />
  );
}
