import type { BodyOf, NewOrder, placeDemoOrder as placeDemoOrderEndpoint } from '@keepsake/contracts';
import { Problem } from '../../../platform/problem.ts';
import { listProducts } from './catalogue.ts';
import type { Deps } from './deps.ts';

type Asked = BodyOf<typeof placeDemoOrderEndpoint> & { customerId: string };

/**
 * Orders prints of a selection. The selection's id is the key of the order, so that a press that got no answer can be
 * repeated: the intake knows whether the order is there already.
 */
export async function placeDemoOrder(deps: Deps, asked: Asked): Promise<{ orderCode: string }> {
  const { customerId, tempSelectionId } = asked;
  const photoIds = await deps.openSelection(customerId, tempSelectionId);
  if (photoIds.length === 0) throw new Problem('not-found');
  const order = composeOrder(deps, asked, photoIds);
  const { status } = await deps.sendOrder(order, tempSelectionId);
  if (status === 409) throw new Problem('conflict');
  if (status === 404) throw new Problem('not-found');
  if (status !== 200) throw new Problem('unavailable');
  return { orderCode: order.orderCode };
}

/** Says nothing of the time, so that a repeated order is the same one. */
function composeOrder(deps: Deps, asked: Asked, photoIds: string[]): NewOrder {
  const { customerId, tempSelectionId, channel, productCode, quantity: prints } = asked;
  const currency = requireCurrency(deps, channel);
  const product = listProducts(currency).find(({ code }) => code === productCode);
  if (!product) throw invalid('body.productCode', 'is not sold here');
  const quantity = prints * photoIds.length;
  const price = quantity * product.price;
  const status = 'paymentFree';
  return {
    orderCode: orderCodeOf(tempSelectionId),
    customerId,
    channel,
    currency,
    total: price,
    status,
    products: [{ code: productCode, quantity, price, status, photoIds }],
  };
}

/** The currency of a channel; throws `invalid-request` for none of ours. */
export function requireCurrency({ currencyOf }: Pick<Deps, 'currencyOf'>, channel: string): string {
  const currency = currencyOf(channel);
  if (currency === null) throw invalid('channel', 'is none of our channels');
  return currency;
}

/** Short enough to be read out, and another for each selection. */
function orderCodeOf(tempSelectionId: string): string {
  return `DEMO-${tempSelectionId.slice(-12).toUpperCase()}`;
}

function invalid(path: string, message: string): Problem {
  return new Problem('invalid-request', { errors: [{ path, message }] });
}
