import type { Logger } from 'pino';
import type { App } from '../app.ts';
import { defaultChannel } from '../modules/frame/channels/index.ts';
import type { Clock } from '../platform/clock.ts';
import { isDiskFull } from '../platform/disk-room.ts';
import { mark, readMark } from '../platform/marks.ts';
import { Problem } from '../platform/problem.ts';
import type { Identity } from '../wings/identity.ts';
import { addLegacyUploads, addPhotos } from './add-photos.ts';
import { ageStorage } from './age-storage.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { loadAlbums } from './load-albums.ts';
import { loadFirmAddress, loadFirms } from './load-firms.ts';
import { loadNeededDates } from './load-needed-dates.ts';
import { loadEarlierOrders, loadOtherOrders, loadRecentOrders } from './load-orders.ts';
import { loadProjects } from './load-projects.ts';
import { loadVouchers } from './load-vouchers.ts';
import { listDemoPhotos } from './photos/plan.ts';

type Deps = {
  app: Pick<
    App,
    'connection' | 'uploads' | 'keepLegacyUpload' | 'demoShop' | 'setNeededDate' | 'importSubscription'
  > & {
    identity: Identity;
  };
  log: Logger;
  clock: Clock;
  /** Whether the brands of the demo's orders exist. */
  hasOrders?: boolean;
};

/** Marks that the demo's photos and albums have been loaded; what the customer deletes afterwards stays deleted. */
const LOADED = 'demo-loaded';
const EARLIER_LOADED = 'demo-earlier-loaded';
const ALBUMS_LOADED = 'demo-albums-loaded';
const RECENT_ORDERS_LOADED = 'demo-recent-orders-loaded';
const EARLIER_ORDERS_LOADED = 'demo-earlier-orders-loaded';
const PROJECTS_LOADED = 'demo-projects-loaded';
const NEEDED_DATES_LOADED = 'demo-needed-dates-loaded';
const VOUCHERS_LOADED = 'demo-vouchers-loaded';
const NEWSLETTER_LOADED = 'demo-newsletter-loaded';
const FIRMS_LOADED = 'demo-firms-loaded';
const FIRM_ADDRESS_LOADED = 'demo-firm-address-loaded';
/** When the demo was made: a start after a kill continues with the same photos. */
const MADE_AT = 'demo-made-at';
const ORDERS_MADE_AT = 'demo-orders-made-at';

/** The consumer's newest photos are added first, because orders are made from them. */
const NEWEST = 80;

/**
 * Creates the demo customers, then fills a library in the background through the normal upload path. Returns a function that
 * stops it.
 */
export function loadDemo({ app, log, clock, hasOrders = true }: Deps): () => Promise<void> {
  const stopping = new AbortController();
  const { db } = app.connection;
  /** Runs a part unless it was completed before; one interrupted by a stop runs again at the next start. */
  async function once(part: string, load: () => Promise<void>) {
    if (stopping.signal.aborted || (await readMark(db, part))) return;
    await load();
    if (!stopping.signal.aborted) await mark(db, part, clock());
  }
  const loading = (async () => {
    await createCustomers(app.identity);
    const now = (await readMark(db, MADE_AT)) ?? (await mark(db, MADE_AT, clock()));
    await ageStorage(db, now);
    const { signal } = stopping;
    const photos = listDemoPhotos({ now }).reverse();
    await once(EARLIER_LOADED, () => addLegacyUploads({ app, photos, signal }));
    const [consumer] = DEMO_CUSTOMERS;
    const { demoShop } = app;
    await once(FIRMS_LOADED, () => loadFirms(db, now));
    await once(FIRM_ADDRESS_LOADED, () => loadFirmAddress(db, now));
    await once(NEWSLETTER_LOADED, async () => {
      const choice = { topics: ['ideas', 'offers'], frequency: 'monthly' } as const;
      await app.importSubscription({ ...choice, customerId: consumer.id, confirmedAt: now });
    });
    const ordersAt = (await readMark(db, ORDERS_MADE_AT)) ?? (await mark(db, ORDERS_MADE_AT, clock()));
    const orders = hasOrders && demoShop && { app, demoShop, now: ordersAt, signal };
    if (orders) {
      await once(VOUCHERS_LOADED, () => loadVouchers(orders));
      await once(RECENT_ORDERS_LOADED, async () => {
        await loadOtherOrders(orders);
        const newest = (await readMark(db, LOADED)) ? [] : photos.slice(0, NEWEST);
        await addPhotos({ app, customerId: consumer.id, photos: newest, signal });
        if (!signal.aborted) await loadRecentOrders(orders, photos);
      });
      await once(PROJECTS_LOADED, () => loadProjects(orders));
      await once(NEEDED_DATES_LOADED, () => loadNeededDates({ app, now: clock() }));
    }
    await once(LOADED, async () => {
      for (const customer of DEMO_CUSTOMERS) {
        if (customer.photos === 0) continue;
        const some = photos.slice(0, customer.photos);
        await addPhotos({ app, customerId: customer.id, photos: some, signal });
      }
    });
    await once(ALBUMS_LOADED, () => loadAlbums({ app, now, signal }));
    if (orders) await once(EARLIER_ORDERS_LOADED, () => loadEarlierOrders(orders));
  })().catch((error) => {
    if (isDiskFull(error)) log.warn('the demo is loaded further at a start with more room on the disk');
    else log.error({ err: error }, 'the demo could not be loaded');
  });
  return async () => {
    stopping.abort();
    await loading;
  };
}

async function createCustomers(identity: Identity): Promise<void> {
  for (const { id, email, name, password, identityType } of DEMO_CUSTOMERS) {
    try {
      const { id: channel, locale } = defaultChannel();
      await identity.createAccount({ id, email, name, password, identityType, channel, locale });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    }
  }
}
