import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { BOOK_FORMATS, type BookFormat } from '@keepsake/contracts/creations/photo-books';
import { MINUTE_MS } from '@keepsake/contracts/platform/limits';
import type { App } from '../app.ts';
import { startStopwatch } from '../platform/clock.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

type Load = {
  app: Pick<App, 'connection'>;
  demoShop: NonNullable<App['demoShop']>;
  signal: AbortSignal;
  /** After this long without another thumbnail, the projects use the photos that have one; milliseconds. */
  patienceMs?: number;
};

/** Decoding may be slow, and may never end. */
const PATIENCE_MS = MINUTE_MS;
const POLL_MS = 500;

const [CONSUMER] = DEMO_CUSTOMERS;
const CHANNEL = 'pennyfern';
const PRINTS = { productCode: 'PAP_910', photos: 9 };

type Book = { name: string; title: string; format: BookFormat; photos: number; isOrdered: boolean };
const BOOKS: readonly Book[] = [
  { name: 'ordered', title: 'The last few months', format: 'landscape', photos: 28, isOrdered: true },
  { name: 'begun', title: 'Weekends', format: 'square', photos: 14, isOrdered: false },
];

/**
 * The consumer's projects in the print editor: prints and a photo book that were begun, and a photo book just ordered, whose
 * pages can be turned once its production begins. A second run completes what a killed one left.
 */
export async function loadProjects({ app, demoShop, signal, patienceMs = PATIENCE_MS }: Load): Promise<void> {
  await awaitThumbnails(app, { signal, patienceMs });
  const photoIds = await listPhotoIds(
    app,
    PRINTS.photos + BOOKS.reduce((sum, { photos }) => sum + photos, 0),
  );
  const take = (count: number) => photoIds.splice(0, count);
  for (const { name, title, format, photos, isOrdered } of BOOKS) {
    const own = take(photos);
    if (signal.aborted || own.length === 0) return;
    const code = codeOf('BOOK', name);
    const content = {
      ...(await demoShop.composeBook({ customerId: CONSUMER.id, photoIds: own, format })),
      title,
    };
    await demoShop.beginProject({ customerId: CONSUMER.id, code, channel: CHANNEL, content });
    if (isOrdered)
      await demoShop.orderProject({
        customerId: CONSUMER.id,
        code,
        channel: CHANNEL,
        productCode: BOOK_FORMATS[format].code,
      });
  }
  const { productCode } = PRINTS;
  const content = {
    kind: 'prints' as const,
    photoIds: take(PRINTS.photos),
    productCode,
    quantity: 1,
    deliveryType: 'Home' as const,
  };
  await demoShop.beginProject({
    customerId: CONSUMER.id,
    code: codeOf('PRINTS', 'begun'),
    channel: CHANNEL,
    content,
  });
}

/** A photo book is drawn from thumbnails: waits until all photos have theirs, or no more appear. */
async function awaitThumbnails(
  { connection }: Load['app'],
  { signal, patienceMs }: Required<Pick<Load, 'signal' | 'patienceMs'>>,
): Promise<void> {
  const countLoading = connection.db
    .selectFrom('photos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', CONSUMER.id)
    .where('thumbnail_state', '=', 'loading');
  let before = Number.POSITIVE_INFINITY;
  let sinceMore = startStopwatch();
  while (!signal.aborted) {
    const { count } = await countLoading.executeTakeFirstOrThrow();
    if (count < before) sinceMore = startStopwatch();
    else if (sinceMore() >= patienceMs) return;
    if (count === 0) return;
    before = count;
    // Only the signal ends it early, and the loop looks at that.
    await wait(Math.min(POLL_MS, patienceMs), undefined, { signal }).catch(() => undefined);
  }
}

/** The newest photos with thumbnails, evenly spaced. */
async function listPhotoIds({ connection }: Load['app'], count: number): Promise<string[]> {
  const newest = await connection.db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', CONSUMER.id)
    .where('taken_at', 'is not', null)
    .where('thumbnail_state', '=', 'success')
    .orderBy('taken_at', 'desc')
    .orderBy('id')
    .limit(4 * count)
    .execute();
  const step = Math.max(1, newest.length / count);
  const chosen = Array.from(
    { length: Math.min(count, newest.length) },
    (_, at) => newest[Math.floor(at * step)],
  );
  return chosen.flatMap((photo) => photo?.id ?? []);
}

function codeOf(kind: string, name: string): string {
  const hash = createHash('sha256').update(`${CONSUMER.id} ${kind} ${name}`).digest('hex');
  return `${kind}-${hash.slice(0, 24)}`;
}
