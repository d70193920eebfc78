export { useNeededNotifications } from './needed-notifications.ts';
export { OrderPage } from './order-page.tsx';
export { SendBack } from './order-withdrawal.tsx';
export { ordersPart } from './orders-on-their-way.tsx';
export { OrdersPage, type OrdersSearch } from './orders-page.tsx';
export { useReorderNotifications } from './reorder-notifications.ts';
export { ReorderPage } from './reorder-page.tsx';
