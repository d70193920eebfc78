import type { Endpoint } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceName } from '@keepsake/contracts/platform/services';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { DatabaseListener } from '../../../platform/database/listen.ts';
import type { Route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import { isClosed } from '../../account/customers/index.ts';
import type { IsLibraryHidden } from '../photos/index.ts';

type HidingDeps = { db: Database; listener: DatabaseListener };
type HiddenLibraries = { isLibraryHidden: IsLibraryHidden };

/**
 * NOTIFY channel of the triggers on storage accounts and customers; the payload is the customer whose library was hidden or
 * shown.
 */
const CHANNEL = 'keepsake_library_hidden';

/**
 * Whether libraries are hidden, as those of closed accounts are, too; cached on this node until it changes, because every read of
 * a photo asks.
 */
export async function createHiddenLibraries({ db, listener }: HidingDeps): Promise<HiddenLibraries> {
  const existing = createBoundedCache<boolean>({ max: 100_000, lifetimeMs: 10 * MINUTE_MS });
  let changes = 0;
  function drop(changed: string) {
    changes++;
    if (changed === '*') existing.clear();
    else existing.delete(changed);
  }
  await listener.listen({
    channel: CHANNEL,
    onMessage: drop,
    onReconnect: () => drop('*'),
  });
  return {
    async isLibraryHidden(customerId) {
      const cached = existing.get(customerId);
      if (cached !== undefined) return cached;
      const before = changes;
      const isHidden = await readIsHidden(db, customerId);
      // A change may have arrived while the row was read.
      if (before === changes) existing.set(customerId, isHidden);
      return isHidden;
    },
  };
}

async function readIsHidden(db: Database, customerId: CustomerId): Promise<boolean> {
  const row = await db
    .selectFrom('storage_accounts')
    .select('state')
    .where('user_id', '=', customerId)
    .executeTakeFirst();
  if (row !== undefined && row.state !== 'kept') return true;
  return await isClosed(db, customerId);
}

/** Services that show or change the customer's photos. */
const LIBRARY: readonly ServiceName[] = [
  'photoManagement',
  'sharedAlbums',
  'downloads',
  'photoExports',
  'tempSelections',
  'uploads',
];
/** Customers may always delete their photos, and read the state of their account. */
const ALWAYS = ['deleteAllPhotos', 'getActivation', 'activate'];

/** Wraps routes so that customers with a hidden library get the problem `library-hidden`. */
export function hideRoutes(routes: readonly Route[], isLibraryHidden: IsLibraryHidden): Route[] {
  return routes.map((open) => {
    if (!usesLibrary(open.endpoint)) return open;
    const handle: Route['handle'] = async (call) => {
      if (call.customer && (await isLibraryHidden(call.customer.customerId)))
        throw new Problem('library-hidden');
      return open.handle(call);
    };
    const problems = [...(open.endpoint.problems ?? []), 'library-hidden' as const];
    return { endpoint: { ...open.endpoint, problems }, handle };
  });
}

function usesLibrary({ access, service, name }: Endpoint): boolean {
  return access === 'customer' && LIBRARY.includes(service) && !ALWAYS.includes(name);
}
