import { createFileRoute } from '@tanstack/react-router';
import { OrderOwnPhotosPage } from '#/features/creations/print-orders/index.ts';

/** Where the warnings of the photo storage lead: prints of the customer's own photos. */
export const Route = createFileRoute('/_shell/my-photos/order-prints')({
  staticData: {
    flag: 'PhotoManagementOrderPrintsEnabled',
  },
  component: OrderOwnPhotosPage,
});
