import type { OverviewValue } from '@keepsake/contracts';
import { useTranslation } from 'react-i18next';
import { OverviewRows, OverviewSection } from '#/shared/overview.tsx';
import { OrderCard } from './order-card.tsx';

/** What is on its way to the customer: where each order stands and the date that matters next. */
export function OrdersOnTheirWay({ value: { orders, total } }: { value: OverviewValue<'orders'> }) {
  const { t } = useTranslation();
  return (
    <OverviewSection
      title={t('home.onTheirWay')}
      note={total > orders.length ? t('orders.ordersCount', { count: total }) : undefined}
      more={{ to: '/orders', label: t('home.allOrders') }}
    >
      <OverviewRows>
        {orders.map((order) => (
          <OrderCard key={order.orderCode} order={order} />
        ))}
      </OverviewRows>
    </OverviewSection>
  );
}
