import { fields } from '@keepsake/contracts';
import { createFileRoute } from '@tanstack/react-router';
import { WithdrawalPage } from '#/features/commerce/withdrawals/withdrawal-page.tsx';

export const Route = createFileRoute('/_shell/withdrawal')({
  validateSearch: ({ orderCode }): { orderCode?: string } => {
    // A code of digits alone arrives as a number.
    const { data } = fields.code.safeParse(String(orderCode ?? ''));
    return data === undefined ? {} : { orderCode: data };
  },
  component: WithdrawalRoute,
  staticData: { isForAnybody: true },
});

function WithdrawalRoute() {
  const { orderCode = null } = Route.useSearch();
  return <WithdrawalPage key={orderCode} orderCode={orderCode} />;
}
