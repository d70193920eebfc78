import { getDemoShop, placeDemoOrder as placeDemoOrderEndpoint } from '@keepsake/contracts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { listProducts } from './catalogue.ts';
import type { Deps } from './deps.ts';
import { placeDemoOrder, requireCurrency } from './place-demo-order.ts';
import { createOrderSender } from './send-order.ts';

export { DEMO_SHOP_SERVICE } from './send-order.ts';

/**
 * A demo of a retailer's print editor and shop, where none is configured: its orders are real, its prints are not. It is a
 * client of the server that it is mounted on.
 */
export function createDemoShop({
  credential,
  ...deps
}: Omit<Deps, 'sendOrder'> & {
  /** Bearer token of the demo shop at the order intake. */ credential: string;
}): Module {
  let sendOrder: Deps['sendOrder'];
  return {
    mount(http) {
      sendOrder = createOrderSender(http, credential);
    },
    routes: [
      route(getDemoShop, async ({ query: { channel } }) => {
        const currency = requireCurrency(deps, channel);
        return { currency, products: listProducts(currency) };
      }),
      route(placeDemoOrderEndpoint, ({ customer: { customerId }, body }) =>
        placeDemoOrder({ ...deps, sendOrder }, { ...body, customerId }),
      ),
    ],
  };
}
