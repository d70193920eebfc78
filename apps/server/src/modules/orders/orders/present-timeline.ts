import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import type { WithdrawnOrder } from './deps.ts';
import type { StoredEvent } from './event-store.ts';
import type { deriveRefunds } from './money.ts';
import type { LineRow } from './read-orders.ts';

/** Events not shown on the order's page. */
const HIDDEN_EVENTS: ReadonlySet<string> = new Set([
  'address-deadline',
  'reorder-offer',
  'reorder-refused',
  'blocked',
  'unblocked',
]);

/** Refunds as they can have been: nothing is shown as paid back that was never paid. */
export const limitRefunds = (
  events: readonly StoredEvent[],
  refunds: ReturnType<typeof deriveRefunds<StoredEvent>>,
) =>
  events.flatMap((event) => {
    const refund = refunds.find((each) => each.event === event);
    if (!refund || refund.surplus === 0) return [event];
    return refund.amount === 0 ? [] : [{ ...refund.event, data: { amount: refund.amount } }];
  });

/** An event of one production order among several names its products. */
export function nameProducts(event: StoredEvent, lines: readonly LineRow[]): StoredEvent {
  const own = lines.filter((line) => line.production_order === event.productionOrder);
  if (event.productCodes || event.productionOrder === null || own.length === lines.length) return event;
  return { ...event, productCodes: [...new Set(own.map(({ code }) => code))] };
}

type Placed = { created_at: Date; status: string };

export function timelineOf(
  { created_at, status }: Placed,
  events: readonly StoredEvent[],
  withdrawn?: WithdrawnOrder,
): Superorder['timeline'] {
  const reported = events.filter(({ type }) => !HIDDEN_EVENTS.has(type)).map(presentEvent);
  const shown = withdrawn ? [...reported, withdrawalEntry(withdrawn)] : reported;
  const placed = { happenedAt: created_at.toISOString(), productCodes: null, place: null, note: null };
  return [
    { type: 'placed', ...placed, status },
    ...shown.toSorted((a, b) => a.happenedAt.localeCompare(b.happenedAt)),
  ];
}

function withdrawalEntry({
  declaredAt,
  isWhole,
  productCodes,
}: WithdrawnOrder): Superorder['timeline'][number] {
  const codes = isWhole || productCodes.length === 0 ? null : [...productCodes];
  return {
    type: 'withdrawal',
    happenedAt: declaredAt.toISOString(),
    productCodes: codes,
    place: null,
    note: null,
  };
}

function presentEvent(event: StoredEvent): Superorder['timeline'][number] {
  const { type, happenedAt, productCodes, place, note } = event;
  const common = {
    type,
    happenedAt: happenedAt.toISOString(),
    productCodes: productCodes && [...productCodes],
    place,
    note,
  };
  switch (event.type) {
    case 'status':
    case 'payment':
      return { ...common, status: event.data.status };
    case 'parcel':
      return { ...common, parcelId: event.data.parcelId, state: event.data.state };
    case 'delivery-promise': {
      const { from, to, reason } = event.data;
      return { ...common, delivery: { from, to }, ...(reason && { reason }) };
    }
    case 'refunded':
      return { ...common, amount: event.data.amount };
    default:
      return common;
  }
}
