import { createFileRoute } from '@tanstack/react-router';
import { useAllProjects } from '#/features/creations/projects/index.ts';
import type { MenuEntry } from '#/features/frame/shell/index.ts';
import { VouchersPage } from '#/features/orders/vouchers/index.ts';
import { useCustomer } from '#/shared/session.ts';
import { VoucherIcon } from '#/shared/ui/icons.tsx';

export const vouchersEntry: MenuEntry = {
  key: 'vouchers',
  label: 'vouchers.title',
  icon: <VoucherIcon />,
  to: '/vouchers',
};

export const Route = createFileRoute('/_shell/vouchers')({
  component: VouchersRoute,
  staticData: { heading: { text: 'vouchers.title' } },
});

function VouchersRoute() {
  return <VouchersPage projects={useAllProjects(useCustomer().sub)} />;
}
