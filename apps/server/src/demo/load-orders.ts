import type { App } from '../app.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { type Buyer, composePastOrder, type Sketch } from './compose-past-order.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { type ChoosePhotos, listEarlierOrders, listRecentOrders } from './demo-orders.ts';
import { listOtherOrders } from './other-orders.ts';
import type { DemoPhoto } from './photos/demo-photo.ts';
import { startRenderer } from './photos/start-renderer.ts';

type Shop = NonNullable<App['demoShop']>;
type Load = {
  app: Pick<App, 'connection'>;
  demoShop: Shop;
  /** The time from which the orders' ages are counted back. */
  now: Date;
  signal: AbortSignal;
};

const [CONSUMER] = DEMO_CUSTOMERS;

/** One photo in this many was ordered over the years: most of a library is not yet printed. */
const ONE_IN = 3;

/** Orders of the other customers, which contain no photos. */
export async function loadOtherOrders(load: Load): Promise<void> {
  for (const { customer, sketches } of listOtherOrders()) await report(load, customer, sketches);
}

/** The consumer's orders in progress, made from the newest photos; a second run completes what a killed one left. */
export async function loadRecentOrders(load: Load, photos: readonly DemoPhoto[]): Promise<void> {
  const choose = await choosePhotos(load, (place) => place % ONE_IN !== 0);
  await report(load, CONSUMER, listRecentOrders(choose, load.now), await renderCover(photos));
}

/** Orders of earlier years, made from the photos taken by then. */
export async function loadEarlierOrders(load: Load): Promise<void> {
  const choose = await choosePhotos(load, (place) => place % ONE_IN === 0);
  await report(load, CONSUMER, listEarlierOrders(choose));
}

async function report(
  { demoShop, now, signal }: Load,
  customer: Buyer,
  sketches: readonly Sketch[],
  cover?: Buffer,
) {
  for (const sketch of sketches) {
    if (signal.aborted) return;
    const past = composePastOrder(sketch, customer, { now, articles: demoShop.articlesOf(sketch.channel) });
    const productCode = past.order.products[0]?.code ?? '';
    const pictures = cover && sketch.hasCover ? [{ productCode, content: cover }] : [];
    await demoShop.reportPast({ ...past, pictures });
  }
}

async function renderCover(photos: readonly DemoPhoto[]): Promise<Buffer | undefined> {
  const photo = photos.find(({ format, takenAt }) => format === 'jpeg' && takenAt !== null);
  await using renderer = startRenderer();
  return photo && (await renderer.render(photo));
}

/** Selects photos that no other order of the same list uses, as long as there are any. */
async function choosePhotos(
  { app, now }: Load,
  isOrdered: (place: number) => boolean,
): Promise<ChoosePhotos> {
  const all = await app.connection.db
    .selectFrom('photos')
    .select(['id', 'taken_at as takenAt'])
    .where('user_id', '=', CONSUMER.id)
    .where('taken_at', 'is not', null)
    .orderBy('taken_at', 'desc')
    .execute();
  const photos = all.filter((_, place) => isOrdered(place));
  const used = new Set<string>();
  return (hoursAgo, count) => {
    const then = new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString().replace('T', ' ');
    const taken = photos.filter(({ takenAt }) => takenAt !== null && takenAt < then).map(({ id }) => id);
    const chosen = [...taken.filter((id) => !used.has(id)), ...taken].slice(0, count);
    for (const id of chosen) used.add(id);
    return [...new Set(chosen)];
  };
}
