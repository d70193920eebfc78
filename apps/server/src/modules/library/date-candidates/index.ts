import {
  compareClocks as compareEndpoint,
  type SuggestedDates,
  suggestDates as suggestEndpoint,
} from '@keepsake/contracts/library/date-candidates';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { compareClocks } from './compare-clocks.ts';
import { candidatesOf } from './rules.ts';
import { readAlbums, readNamed, readNeighbours } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

/**
 * Suggests dates from names, neighbours and albums, and compares the clocks of cameras (ADR 147). Reads photos and albums, and stores
 * nothing.
 */
export function createDateCandidates(deps: Deps): Module {
  return {
    routes: [
      route(suggestEndpoint, async ({ customer, body }) => ({
        photos: await suggestDates(deps, customer.customerId, body.photoIds),
      })),
      route(compareEndpoint, ({ customer, body }) => compareClocks(deps.db, customer.customerId, body)),
    ],
  };
}

/** What may be the dates of those of these photos that have none. Throws `not-found` if none is the customer's. */
async function suggestDates(
  { db, clock }: Deps,
  customerId: CustomerId,
  photoIds: readonly string[],
): Promise<SuggestedDates> {
  const photos = await readNamed(db, customerId, photoIds);
  if (photos.length === 0) throw new Problem('not-found');
  const undated = photos.filter(({ takenAt }) => takenAt === null);
  if (undated.length === 0) return [];
  const ids = undated.map(({ id }) => id);
  const [neighbours, albums] = await Promise.all([
    readNeighbours(db, customerId, undated),
    readAlbums(db, customerId, ids),
  ]);
  const byId = new Map(undated.map((photo) => [photo.id, photo]));
  return [...new Set(photoIds)].flatMap((photoId) => {
    const photo = byId.get(photoId);
    if (!photo) return [];
    const around = { neighbours: neighbours.get(photoId) ?? [], albums: albums.get(photoId) ?? [] };
    const candidates = candidatesOf({ fileName: photo.fileName, ...around }, clock());
    return candidates.length === 0 ? [] : [{ photoId, candidates }];
  });
}
