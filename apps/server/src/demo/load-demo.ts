import type { Logger } from 'pino';
import type { App } from '../app.ts';
import { defaultChannel } from '../modules/frame/channels/index.ts';
import type { Clock } from '../platform/clock.ts';
import { isDiskFull } from '../platform/disk-room.ts';
import { DEMO_MADE_AT, DEMO_WHOLE, mark, readMark } from '../platform/marks.ts';
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
import type { DemoPhoto } from './photos/demo-photo.ts';
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
const ORDERS_MADE_AT = 'demo-orders-made-at';

/** How many of a customer's newest photos are added first: orders are made from them, and nobody finds an empty library. */
const NEWEST = 80;

/** The demo while it is loaded. */
export type Demo = {
  /**
   * Resolves once all customers have their first photos and orders, or nothing more is going to come; to whether more photos,
   * albums and orders follow.
   */
  firstParts: Promise<boolean>;
  /** Resolves to whether everything is there: not after a stop or a failure, from which a later start continues. */
  isWhole: Promise<boolean>;
  stop(): Promise<void>;
};

type Loading = Required<Deps> & { signal: AbortSignal };

/** Creates the demo customers, then fills their accounts in the background through the normal upload path and intakes. */
export function loadDemo({ hasOrders = true, ...deps }: Deps): Demo {
  const stopping = new AbortController();
  const first = Promise.withResolvers<boolean>();
  const isWhole = load({ ...deps, hasOrders, signal: stopping.signal }, first.resolve)
    .then(() => !stopping.signal.aborted)
    .catch((error) => {
      if (isDiskFull(error))
        deps.log.warn('the demo is loaded further at a start with more room on the disk');
      else deps.log.error({ err: error }, 'the demo could not be loaded');
      return false;
    })
    .finally(() => first.resolve(false));
  return {
    firstParts: first.promise,
    isWhole,
    async stop() {
      stopping.abort();
      await isWhole;
    },
  };
}

/** Runs a part unless it was completed before; one interrupted by a stop runs again at the next start. */
async function once({ app, clock, signal }: Loading, part: string, run: () => Promise<void>) {
  const { db } = app.connection;
  if (signal.aborted || (await readMark(db, part))) return;
  await run();
  if (!signal.aborted) await mark(db, part, clock());
}

/** What follows the first parts, in this order. */
const LATER_PARTS = [LOADED, ALBUMS_LOADED, EARLIER_ORDERS_LOADED];

async function load(loading: Loading, onFirstParts: (hasMore: boolean) => void): Promise<void> {
  const { app, clock, hasOrders, signal } = loading;
  const { demoShop } = app;
  const { db } = app.connection;
  await createCustomers(app.identity);
  const now = (await readMark(db, DEMO_MADE_AT)) ?? (await mark(db, DEMO_MADE_AT, clock()));
  await ageStorage(db, now);
  const photos = listDemoPhotos({ now }).reverse();
  const ordersAt = (await readMark(db, ORDERS_MADE_AT)) ?? (await mark(db, ORDERS_MADE_AT, clock()));
  const orders = hasOrders && demoShop ? { app, demoShop, now: ordersAt, signal } : null;
  await loadAccounts(loading, now);
  if (!(await readMark(db, LOADED))) await addEach(loading, photos, NEWEST);
  await once(loading, EARLIER_LOADED, () => addLegacyUploads({ app, photos, signal }));
  if (orders) {
    await once(loading, VOUCHERS_LOADED, () => loadVouchers(orders));
    await once(loading, RECENT_ORDERS_LOADED, async () => {
      await loadOtherOrders(orders);
      if (!signal.aborted) await loadRecentOrders(orders, photos);
    });
  }
  const laterParts = orders ? LATER_PARTS : LATER_PARTS.filter((part) => part !== EARLIER_ORDERS_LOADED);
  const existing = await Promise.all(laterParts.map((part) => readMark(db, part)));
  onFirstParts(existing.includes(null));
  if (orders) {
    await once(loading, PROJECTS_LOADED, () => loadProjects(orders));
    await once(loading, NEEDED_DATES_LOADED, () => loadNeededDates({ app, now: clock() }));
  }
  await once(loading, LOADED, () => addEach(loading, photos));
  await once(loading, ALBUMS_LOADED, () => loadAlbums({ app, now, signal }));
  if (orders) await once(loading, EARLIER_ORDERS_LOADED, () => loadEarlierOrders(orders));
  if (!signal.aborted) await mark(db, DEMO_WHOLE, clock());
}

/** Firms, and a newsletter. */
async function loadAccounts(loading: Loading, now: Date): Promise<void> {
  const { app } = loading;
  const { db } = app.connection;
  const [consumer] = DEMO_CUSTOMERS;
  await once(loading, FIRMS_LOADED, () => loadFirms(db, now));
  await once(loading, FIRM_ADDRESS_LOADED, () => loadFirmAddress(db, now));
  await once(loading, NEWSLETTER_LOADED, async () => {
    const choice = { topics: ['ideas', 'offers'], frequency: 'monthly' } as const;
    await app.importSubscription({ ...choice, customerId: consumer.id, confirmedAt: now });
  });
}

/** Adds the newest photos of each customer, by default all. */
async function addEach(
  { app, signal }: Loading,
  photos: readonly DemoPhoto[],
  newest = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const { id: customerId, photos: most } of DEMO_CUSTOMERS) {
    const some = photos.slice(0, Math.min(most, newest));
    if (some.length > 0) await addPhotos({ app, customerId, photos: some, signal });
  }
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
