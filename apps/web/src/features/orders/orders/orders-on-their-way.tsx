import type { OverviewValue } from '@keepsake/contracts/overview';
import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import { useTranslation } from 'react-i18next';
import { type DescribedPart, OverviewSection } from '#/features/frame/home/index.ts';
import { useMedia } from '#/shared/layout.ts';
import { RowList } from '#/shared/ui/row-list.tsx';
import { OrderCard } from './order-card.tsx';

export const ordersPart: DescribedPart<'orders'> = {
  tag: 'Orders',
  failed: 'home.ordersFailed',
  isContentless: true,
  render: (value) => <OrdersOnTheirWay value={value} />,
};

/** Orders that wait for payment, and those on their way, each with its headline. */
function OrdersOnTheirWay({ value: { unpaid, onTheirWay } }: { value: OverviewValue<'orders'> }) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('home.toPay')} of={unpaid} />
      <Section title={t('home.onTheirWay')} of={onTheirWay} />
    </>
  );
}

type SectionProps = { title: string; of: OverviewValue<'orders'>['unpaid'] };

function Section({ title, of: { orders, total } }: SectionProps) {
  const { t } = useTranslation();
  // On a phone the first of each, so that the first screen has photos, too.
  const hasRoom = useMedia(`(min-width: ${BREAKPOINTS.medium}px)`);
  const shown = hasRoom ? orders : orders.slice(0, 1);
  if (total === 0) return null;
  return (
    <OverviewSection
      title={title}
      note={total > shown.length ? t('orders.ordersCount', { count: total }) : undefined}
      more={{ to: '/orders', label: t('home.allOrders') }}
    >
      <RowList>
        {shown.map((order) => (
          <OrderCard key={order.orderCode} order={order} />
        ))}
      </RowList>
    </OverviewSection>
  );
}
