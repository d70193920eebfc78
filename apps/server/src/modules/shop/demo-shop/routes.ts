import {
  beginDemoBook,
  getDemoProject,
  saveDemoProject as saveDemoProjectEndpoint,
} from '@keepsake/contracts/shop/demo-projects';
import {
  getDemoShop,
  payDemoOrder,
  placeDemoOrder as placeDemoOrderEndpoint,
} from '@keepsake/contracts/shop/demo-shop';
import { type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { deliveryChargeIn, listBooks, listFrames, listPrints } from './articles.ts';
import { beginBook, marketOf, openDemoProject, saveDemoProject } from './demo-projects.ts';
import type { ShopDeps } from './deps.ts';
import { payOrder } from './pay-order.ts';
import { placeDemoOrder } from './place-demo-order.ts';
import { homeIn, pickupPointIn } from './places.ts';

/** What the demo shop offers, projects of its editor, and its orders with their payment. */
export function demoShopRoutes(deps: ShopDeps): Route[] {
  return [
    route(getDemoShop, async ({ query, customer }) => {
      const market = marketOf(deps, query.channel);
      const { currency, country } = market.channel;
      const address = homeIn(country, (await deps.nameOf(customer.customerId)) ?? '');
      return {
        currency,
        products: listPrints(market),
        frames: listFrames(market),
        books: listBooks(market),
        delivery: {
          home: { charge: deliveryChargeIn(currency, 'Home'), address },
          pickupPoint: {
            charge: deliveryChargeIn(currency, 'PickupPoint'),
            point: pickupPointIn(country),
          },
        },
      };
    }),
    route(placeDemoOrderEndpoint, ({ customer: { customerId }, body, attempt }) =>
      placeDemoOrder(deps, { ...body, customerId, key: attempt?.key ?? newId() }),
    ),
    route(getDemoProject, ({ customer: { customerId }, params }) =>
      openDemoProject(deps, { customerId, code: params.projectCode }),
    ),
    route(saveDemoProjectEndpoint, ({ customer: { customerId }, params, body }) =>
      saveDemoProject(deps, { ...body, customerId, code: params.projectCode }),
    ),
    route(beginDemoBook, ({ customer: { customerId }, body }) => beginBook(deps, { ...body, customerId })),
    route(payDemoOrder, async ({ customer: { customerId }, params: { orderCode } }) => {
      await payOrder(deps, { customerId, orderCode });
      return { orderCode };
    }),
  ];
}
