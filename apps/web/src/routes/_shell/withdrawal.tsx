import { createFileRoute } from '@tanstack/react-router';
import { WithdrawalPage } from '#/features/orders/withdrawals/index.ts';
import { orderCodeOf } from '#/shared/search-params.ts';

export const Route = createFileRoute('/_shell/withdrawal')({
  validateSearch: (search): { orderCode?: string } => ({ orderCode: orderCodeOf(search.orderCode) }),
  component: WithdrawalRoute,
  staticData: { isForAnybody: true, section: 'orders' },
});

function WithdrawalRoute() {
  const { orderCode = null } = Route.useSearch();
  return <WithdrawalPage key={orderCode} orderCode={orderCode} />;
}
