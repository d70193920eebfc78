import { getOriginalsCheck, NAMED_DAMAGED_PHOTOS } from '@keepsake/contracts/library/originals-check';
import * as z from 'zod';
import { type Route, route } from '../../../platform/http/route.ts';
import { tableFile } from '../../../platform/personal-data.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import { countAddedUntil, readDamaged } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { coveredUntil, findLastPass } from './passes.ts';

/** Its file in 'my data'. */
export const CHECKS_FILE = tableFile({
  name: 'original-checks',
  table: 'original_checks',
  orderBy: ['ended_at'],
  row: z.strictObject({
    started: z.iso.datetime(),
    ended: z.iso.datetime().describe('When the last original was compared with what was sent'),
    originals: z.int(),
    changed: z.int().describe('Those that were lost or damaged'),
  }),
  from: { started: 'started_at', ended: 'ended_at' },
});

type RouteDeps = Pick<Deps, 'db' | 'timeZoneOf' | 'isLibraryHidden'>;

/** Tells customers when their originals were checked last, and which files to add again. */
export function originalsCheckRoute({ db, timeZoneOf, isLibraryHidden }: RouteDeps): Route {
  return route(getOriginalsCheck, async ({ customer: { customerId } }) => {
    const [pass, timeZone, isHidden, damaged] = await Promise.all([
      findLastPass(db, customerId),
      timeZoneOf(customerId),
      isLibraryHidden(customerId),
      readDamaged(db, customerId, NAMED_DAMAGED_PHOTOS),
    ]);
    const photos = pass && (await countAddedUntil(db, customerId, coveredUntil(pass)));
    return {
      lastCheck:
        pass && photos
          ? {
              from: dayIn(timeZone, pass.startedAt),
              until: dayIn(timeZone, pass.endedAt),
              originals: pass.originals,
              changed: pass.changed,
              photos: { total: photos.total, checked: photos.added },
            }
          : null,
      // Nothing can be added to a hidden library.
      damagedCount: isHidden ? 0 : damaged.count,
      damaged: isHidden ? [] : damaged.photos,
    };
  });
}
