import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { getOrderWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Problem } from '../../../platform/problem.ts';
import { defaultChannel, findChannel } from '../../frame/channels/index.ts';
import { readOrder, readOrderedProducts } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { rightOf } from './rules.ts';
import { readDeclarations } from './store.ts';

/** What can be withdrawn from in an order, and what already was. Throws `not-found`. */
export async function presentWithdrawal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ref: OrderRef,
  { isBusiness }: { isBusiness: boolean },
): Promise<ResponseOf<typeof getOrderWithdrawal>> {
  const order = await readOrder(db, ref);
  if (!order) throw new Problem('not-found');
  const [lines, declarations] = await Promise.all([readOrderedProducts(db, ref), readDeclarations(db, ref)]);
  const { timeZone } = findChannel(order.channel) ?? defaultChannel();
  const details = { deliveredAt: order.delivered_at, timeZone, isBusiness, now: clock() };
  const isWhole = declarations.some(({ products }) => products.length === 0);
  const declared = new Set(declarations.flatMap(({ product_codes }) => product_codes));
  return {
    products: lines.map((line) => ({
      code: line.code,
      title: line.title ?? line.article ?? line.code,
      right: rightOf({ ...line, isDeclared: isWhole || declared.has(line.code) }, details),
    })),
    declarations: declarations.map(({ id, declared_at, products }) => ({
      withdrawalId: id,
      declaredAt: declared_at.toISOString(),
      products,
    })),
  };
}
