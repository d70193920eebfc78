import { createFileRoute } from '@tanstack/react-router';
import { useAllProjects } from '#/features/creations/projects/index.ts';
import { VouchersPage } from '#/features/orders/vouchers/index.ts';
import { useCustomer } from '#/shared/session.ts';
import { VoucherIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/_shell/vouchers')({
  component: VouchersRoute,
  staticData: {
    heading: { text: 'vouchers.title' },
    menu: { group: 'orders', rank: 2, label: 'vouchers.title', icon: <VoucherIcon /> },
  },
});

function VouchersRoute() {
  return <VouchersPage projects={useAllProjects(useCustomer().sub)} />;
}
