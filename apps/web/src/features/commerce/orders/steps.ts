import { type DisplayStatus, displayStatusOf, type Superorder } from '@keepsake/contracts';

export type TimelineEntry = Superorder['timeline'][number];
type StepKind = DisplayStatus | 'ReadyForPickUp' | 'Delivered';
export type Step = {
  kind: StepKind;
  state: 'done' | 'now' | 'toCome';
  /** When it began; null for what is to come, or when nobody said. */
  at: string | null;
  /** Where that was. */
  place: string | null;
  /** Why. */
  note: string | null;
  /** What happened in it, the oldest first. */
  entries: TimelineEntry[];
};
type Order = Pick<
  Superorder,
  'createdAt' | 'status' | 'statusSince' | 'deliveredAt' | 'deliveryType' | 'timeline' | 'products'
>;

/**
 * An order's way in steps: those that are done, the one it stands at, and those to come. Where it stands is the server's
 * word; what happened only fills the steps, so that late and contradicting events move nothing.
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
    if (!step || !SAID.has(entry.type)) continue;
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

/** The step that an entry is about; null when it may happen in any. */
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

/** The step of an entry's own kind, else the one that had begun by then. */
function indexFor(entry: TimelineEntry, steps: readonly Step[]): number {
  const kind = kindOf(entry);
  const own = steps.findIndex((step) => step.kind === kind);
  if (own >= 0) return own;
  if (kind === 'AwaitingPayment') return 0;
  const begun = steps.findLastIndex(({ at }) => at !== null && at <= entry.happenedAt);
  return Math.max(0, begun);
}

/** Whether an entry says no more than the heading of its step, or why it began: of all products and at that time. */
function isHeading({ products }: Order, entry: TimelineEntry, { kind, at, note }: Step): boolean {
  const { happenedAt, productCodes, status, type } = entry;
  const isOfAll = productCodes === null || products.every(({ code }) => productCodes.includes(code));
  const isBegin = kindOf(entry) === kind && happenedAt === at && isOfAll && note === null;
  return isBegin && status !== 'delayed' && type !== 'payment';
}

/** Types that there are words for. */
const SAID: ReadonlySet<string> = new Set([
  'status',
  'payment',
  'parcel',
  'delivery-promise',
  'address-accepted',
  'address-refused',
  'order-changed',
  'refunded',
]);
