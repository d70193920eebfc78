import { createFileRoute } from '@tanstack/react-router';
import { PagesLink } from '#/features/creations/online-products/index.ts';
import { ShowToOthers } from '#/features/creations/widgets/index.ts';
import { useIsLibraryHidden } from '#/features/library/retention/index.ts';
import { OrderInvoices } from '#/features/orders/invoices/index.ts';
import { OrderPage } from '#/features/orders/orders/index.ts';
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
