import type { ListedOrder } from '@keepsake/contracts/orders/order-queries';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Deps, WithdrawnOrder } from './deps.ts';

/** What of these orders their customer has withdrawn from, by code. */
export async function readWithdrawnOf(
  { readWithdrawn }: Pick<Deps, 'readWithdrawn'>,
  customerId: CustomerId,
  rows: readonly { code: string; channel: string }[],
): Promise<Map<string, WithdrawnOrder>> {
  return readWithdrawn && rows.length > 0 ? readWithdrawn(customerId, rows) : new Map();
}

/** A withdrawal as an order says it; whole once all of its lines are named. */
export function presentWithdrawn(
  withdrawn: WithdrawnOrder | undefined,
  lines: readonly { code: string }[],
): ListedOrder['withdrawn'] {
  if (!withdrawn) return null;
  const { declaredAt, isWhole, productCodes, returnBy } = withdrawn;
  return {
    declaredAt: declaredAt.toISOString(),
    isWhole: isWhole || lines.every(({ code }) => productCodes.includes(code)),
    returnBy,
  };
}
