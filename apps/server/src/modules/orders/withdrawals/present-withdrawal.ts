import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { getOrderWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { Problem } from '../../../platform/problem.ts';
import { type Channel, channelOrDefault, returnAddressOf } from '../../frame/channels/index.ts';
import { readOrder, readOrderedProducts } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { returnBy, rightOf } from './rules.ts';
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
  const channel = channelOrDefault(order.channel);
  const details = { deliveredAt: order.delivered_at, timeZone: channel.timeZone, isBusiness, now: clock() };
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
      ...presentReturn(channel, declared_at),
      products,
    })),
  };
}

/** Where goods are sent back, and until when. */
export const presentReturn = (channel: Channel, declaredAt: Date) => ({
  returnTo: returnAddressOf(channel),
  returnBy: returnBy(declaredAt, channel.timeZone).toString(),
});
