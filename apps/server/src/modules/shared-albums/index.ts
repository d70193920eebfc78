import { getSharedCounts } from '@keepsake/contracts';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';

/** Albums shared between customers: so far, how many there are. */
export function sharedAlbumRoutes({ db }: { db: Database }): Route[] {
  return [
    route(getSharedCounts, async ({ customer: { customerId } }) => {
      const [read, granted] = await Promise.all([
        db
          .selectFrom('shared_album_grants')
          .select((eb) => eb.fn.countAll<number>().as('albums'))
          .where('user_id', '=', customerId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('albums')
          .select((eb) => eb.fn.countAll<number>().as('albums'))
          .where('user_id', '=', customerId)
          .where('is_shared', '=', true)
          .executeTakeFirstOrThrow(),
      ]);
      return { readAlbumsCount: Number(read.albums), grantedAlbumsCount: Number(granted.albums) };
    }),
  ];
}
