import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { type DisplayStatus, displayStatusOf } from '@keepsake/contracts/orders/order-status';

export type TimelineEntry = Superorder['timeline'][number];
type StepKind = DisplayStatus | 'ReadyForPickUp' | 'Delivered';
export type Step = {
  kind: StepKind;
  state: 'done' | 'now' | 'toCome';
  /** When it began; null for future steps, or if unknown. */
  at: string | null;
  /** Where it began. */
  place: string | null;
  /** The reason, if any. */
  note: string | null;
  /** Its events, oldest first. */
  entries: TimelineEntry[];
};
type Order = Pick<
  Superorder,
  'createdAt' | 'status' | 'statusSince' | 'deliveredAt' | 'deliveryType' | 'timeline' | 'products'
>;

/**
 * Divides an order's progress into steps: done, current and future. The server determines the current one; events only fill the
 * steps, so that late or contradictory events do not move it.
 */
export function stepsOf(order: Order): Step[] {
  const current = currentStep(order);
  const path = pathOf(order, current);
  const now = path.indexOf(current);
  const steps = path.map((kind, index): Step => {
    const state = index < now ? 'done' : index === now ? 'now' : 'toCome';
    return {
      kind,
      state,
      at: state === 'toCome' ? null : beginOf(order, kind, state),
      place: null,
      note: null,
      entries: [],
    };
  });
  for (const entry of order.timeline) {
    const step = steps[Math.min(now, indexFor(entry, steps))];
    if (!step || !STATED.has(entry.type)) continue;
    if (isHeading(order, entry, step)) Object.assign(step, { place: entry.place, note: entry.note });
    else step.entries.push(entry);
  }
  return steps;
}

function currentStep(order: Order): StepKind {
  const status = displayStatusOf(order.status) ?? 'Ordered';
  if (status !== 'Sent') return status;
  if (order.deliveredAt !== null) return 'Delivered';
  return isPickedUp(order) && order.timeline.some(isReady) ? 'ReadyForPickUp' : 'Sent';
}

function pathOf(order: Order, current: StepKind): StepKind[] {
  if (current === 'Cancelled') {
    const before = (['InProduction', 'Sent'] as const).filter((kind) =>
      order.timeline.some((entry) => kindOf(entry) === kind),
    );
    return ['Ordered', ...before, 'Cancelled'];
  }
  return [
    ...(current === 'AwaitingPayment' ? [current] : []),
    'Ordered',
    'InProduction',
    'Sent',
    ...(isPickedUp(order) ? ['ReadyForPickUp' as const] : []),
    'Delivered',
  ];
}

const isPickedUp = ({ deliveryType }: Order) => deliveryType === 'PickupPoint';
const isReady = ({ state }: TimelineEntry) => state === 'ready-for-pick-up';

/** The step an entry belongs to; null if it can happen in any. */
function kindOf({ status, state }: TimelineEntry): StepKind | null {
  if (status !== undefined) return displayStatusOf(status);
  if (state === undefined || state === 'label') return null;
  if (state === 'delivered') return 'Delivered';
  return state === 'ready-for-pick-up' ? 'ReadyForPickUp' : 'Sent';
}

function beginOf(order: Order, kind: StepKind, state: Step['state']): string | null {
  if (kind === 'AwaitingPayment' || kind === 'Ordered') return order.createdAt;
  if (kind === 'Delivered') return order.deliveredAt;
  if (kind === 'Cancelled') return order.statusSince;
  const first = order.timeline.find((entry) => kindOf(entry) === kind)?.happenedAt;
  return first ?? (state === 'now' ? order.statusSince : null);
}

/** The index of the step of an entry's own kind, or else of the step that had begun at the time. */
function indexFor(entry: TimelineEntry, steps: readonly Step[]): number {
  const kind = kindOf(entry);
  const own = steps.findIndex((step) => step.kind === kind);
  if (own >= 0) return own;
  if (kind === 'AwaitingPayment') return 0;
  const started = steps.findLastIndex(({ at }) => at !== null && at <= entry.happenedAt);
  return Math.max(0, started);
}

/** Whether an entry only repeats its step's heading or its reason: it concerns all products and has the same time. */
function isHeading({ products }: Order, entry: TimelineEntry, { kind, at, note }: Step): boolean {
  const { happenedAt, productCodes, status, type } = entry;
  const isOfAll = productCodes === null || products.every(({ code }) => productCodes.includes(code));
  const isBegin = kindOf(entry) === kind && happenedAt === at && isOfAll && note === null;
  return isBegin && status !== 'delayed' && type !== 'payment';
}

/** Event types that have a text. */
const STATED: ReadonlySet<string> = new Set([
  'status',
  'payment',
  'parcel',
  'delivery-promise',
  'address-accepted',
  'address-refused',
  'order-changed',
  'refunded',
  'withdrawal',
]);
