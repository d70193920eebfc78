import { type OrderEventKind, PARCEL_STATES } from '@keepsake/contracts/orders/order-events';

/** An event of a known type, its instant parsed. */
export type Happened = OrderEventKind & {
  happenedAt: Date;
  productCodes: readonly string[] | null;
  productionOrder: string | null;
  place: string | null;
  note: string | null;
};

export const byTime = (a: { happenedAt: Date }, b: { happenedAt: Date }) =>
  a.happenedAt.getTime() - b.happenedAt.getTime();
/** The events of one type. */
export const pick = <T extends Happened['type']>(events: readonly Happened[], type: T) =>
  events.filter((event): event is Extract<Happened, { type: T }> => event.type === type);

/** Whether an event is about a product: it names the product, its production order, or neither. */
export function concerns(
  { productCodes, productionOrder }: Pick<Happened, 'productCodes' | 'productionOrder'>,
  product: { code: string; productionOrder: string },
): boolean {
  if (productionOrder !== null && productionOrder !== product.productionOrder) return false;
  return productCodes?.includes(product.code) ?? true;
}

export type CurrentParcel = {
  parcelId: string;
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  state: (typeof PARCEL_STATES)[number];
  stateSince: Date;
  /** Where it is. */
  place: string | null;
  /** The last day on which it can be collected. */
  collectBy: string | null;
  productCodes: readonly string[] | null;
};

/** The parcels of an order, each according to its latest event; a delivered one stays delivered. */
export function deriveParcels(unsorted: readonly Happened[]): CurrentParcel[] {
  const advance = (event: Extract<Happened, { type: 'parcel' }>) => PARCEL_STATES.indexOf(event.data.state);
  const events = pick(unsorted, 'parcel').toSorted((a, b) => byTime(a, b) || advance(a) - advance(b));
  return [...Map.groupBy(events, ({ data }) => data.parcelId)].map(([parcelId, own]) => {
    const last =
      own.findLast(({ data }) => data.state === 'delivered') ?? (own.at(-1) as (typeof own)[number]);
    const latest = <K extends 'carrier' | 'trackingNumber' | 'trackingUrl'>(key: K) =>
      own.findLast(({ data }) => data[key] !== undefined)?.data[key] ?? null;
    const { state } = last.data;
    return {
      parcelId,
      carrier: latest('carrier'),
      trackingNumber: latest('trackingNumber'),
      trackingUrl: latest('trackingUrl'),
      state,
      stateSince: last.happenedAt,
      place: last.place,
      collectBy: last.data.collectBy ?? null,
      productCodes: own.findLast(({ productCodes }) => productCodes)?.productCodes ?? null,
    };
  });
}

/** Where and until when parcels wait to be collected, the first to end counts; null if none waits. */
export function deriveCollection(parcels: readonly CurrentParcel[]) {
  const waiting = parcels.filter(({ state }) => state === 'ready-for-pick-up');
  const [first] = waiting.toSorted((a, b) => (a.collectBy ?? '9').localeCompare(b.collectBy ?? '9'));
  return first ? { place: first.place, until: first.collectBy, since: first.stateSince } : null;
}

/** When the last of an order's parcels was delivered; null until all are. */
export function deliveredAt(events: readonly Happened[]): Date | null {
  const parcels = deriveParcels(events);
  if (parcels.length === 0 || parcels.some(({ state }) => state !== 'delivered')) return null;
  return new Date(Math.max(...parcels.map(({ stateSince }) => stateSince.getTime())));
}
