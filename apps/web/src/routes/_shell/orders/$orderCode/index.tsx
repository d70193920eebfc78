import { createFileRoute } from '@tanstack/react-router';
import { OrderInvoices } from '#/features/commerce/invoices/order-invoices.tsx';
import { PagesLink } from '#/features/commerce/online-products/pages-link.tsx';
import { OrderPage } from '#/features/commerce/orders/order-page.tsx';
import { ShowToOthers } from '#/features/commerce/widgets/show-to-others.tsx';
import { useIsLibraryHidden } from '#/features/library/retention/queries.ts';
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
