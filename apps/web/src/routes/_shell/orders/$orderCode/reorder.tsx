import { createFileRoute } from '@tanstack/react-router';
import { ReorderPage } from '#/features/orders/orders/index.ts';

export const Route = createFileRoute('/_shell/orders/$orderCode/reorder')({ component: ReorderRoute });

function ReorderRoute() {
  const { orderCode } = Route.useParams();
  return <ReorderPage key={orderCode} orderCode={orderCode} />;
}
