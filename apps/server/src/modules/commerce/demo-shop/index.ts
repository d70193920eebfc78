import { getDemoShop, placeDemoOrder as placeDemoOrderEndpoint } from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import { listProducts } from './catalogue.ts';
import type { Deps } from './deps.ts';
import { placeDemoOrder, requireCurrency } from './place-demo-order.ts';

export { createOrderSender, DEMO_SHOP_SERVICE } from './send-order.ts';

/** The stand-in for a retailer's print editor and shop, where none is configured: its orders are real, its prints not. */
export function createDemoShop(deps: Deps): { routes: Route[] } {
  return {
    routes: [
      route(getDemoShop, async ({ query: { channel } }) => {
        const currency = requireCurrency(deps, channel);
        return { currency, products: listProducts(currency) };
      }),
      route(placeDemoOrderEndpoint, ({ customer: { customerId }, body }) =>
        placeDemoOrder(deps, { ...body, customerId }),
      ),
    ],
  };
}
