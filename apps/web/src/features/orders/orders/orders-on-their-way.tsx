import type { OverviewValue } from '@keepsake/contracts/overview';
import { useTranslation } from 'react-i18next';
import { OverviewSection } from '#/features/frame/home/index.ts';
import { RowList } from '#/shared/ui/row-list.tsx';
import { OrderCard } from './order-card.tsx';

/** Orders on their way, with status and next relevant date. */
export function OrdersOnTheirWay({ value: { orders, total } }: { value: OverviewValue<'orders'> }) {
  const { t } = useTranslation();
  return (
    <OverviewSection
      title={t('home.onTheirWay')}
      note={total > orders.length ? t('orders.ordersCount', { count: total }) : undefined}
      more={{ to: '/orders', label: t('home.allOrders') }}
    >
      <RowList>
        {orders.map((order) => (
          <OrderCard key={order.orderCode} order={order} />
        ))}
      </RowList>
    </OverviewSection>
  );
}
