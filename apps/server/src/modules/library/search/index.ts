import { getSearchLayout, searchPhotos } from '@keepsake/contracts/library/search';
import type { QueryOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { ID_BYTES } from '@keepsake/contracts/platform/limits';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import type { Customers } from '../../account/customers/index.ts';
import { monthsByYear, type PresentPhotos } from '../photos/index.ts';
import { type Found, findPhotos } from './find-photos.ts';
import { type Reading, understand } from './understand.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'cursors'> &
  Pick<Customers, 'timeZoneOf'> & { presentPhotos: PresentPhotos };

/** Search in the library: understands what was typed, and finds the photos by indexes that know their customer (ADR 143). */
export function createSearch(deps: Deps): Module {
  return { routes: searchRoutes(deps) };
}

function searchRoutes(deps: Deps): Route[] {
  return [
    route(searchPhotos, async ({ customer: { customerId }, query }) => {
      const { readings, found } = await search(deps, customerId, query);
      const page = pageOf(deps, { customerId, query, found });
      const images = await deps.presentPhotos(
        page.photoIds.map((photoId) => ({ ownerId: customerId, photoId })),
      );
      return {
        understood: readings.map(({ understood }) => understood),
        photosCount: found.count,
        ...(found.hasMore && { hasMore: true as const }),
        timeline: monthsByYear(found.months.map(({ month, photos }) => ({ month, value: photos }))),
        cursor: page.cursor,
        images: images.filter((photo) => photo !== null),
      };
    }),
    route(getSearchLayout, async ({ customer: { customerId }, query }) => {
      const { count, ids, ratios } = (await search(deps, customerId, query)).found;
      return { count, ids: ids.toString('base64'), ratios: ratios.toString('base64') };
    }),
  ];
}

type Searched = Pick<QueryOf<typeof searchPhotos>, 'q' | 'sortOrder'>;

async function search(
  { db, clock, timeZoneOf }: Deps,
  customerId: CustomerId,
  { q, sortOrder }: Searched,
): Promise<{ readings: Reading[]; found: Found }> {
  const readings = understand(q, dayIn(await timeZoneOf(customerId), clock()));
  const demands = readings.map(({ demand }) => demand);
  return { readings, found: await findPhotos(db, { customerId, demands, sortOrder }) };
}

type Paged = { customerId: CustomerId; query: QueryOf<typeof searchPhotos>; found: Found };

/** The ids of a page. It begins behind the photo that its cursor names, or at the place where that was. */
function pageOf({ cursors }: Pick<Deps, 'cursors'>, { customerId, query, found }: Paged) {
  const { q, sortOrder, cursor, limit, offset = 0 } = query;
  const list = { customerId, list: `search ${sortOrder} ${q}` };
  const [last = '', place = '0'] = cursor === undefined ? [] : cursors.decode(list, cursor);
  const at = cursor === undefined ? -1 : placeOf(found.ids, last);
  const start = cursor === undefined ? offset : at < 0 ? Number(place) : at + 1;
  const end = Math.min(start + limit, found.count);
  const photoIds = Array.from({ length: Math.max(0, end - start) }, (_, index) =>
    idAt(found.ids, start + index),
  );
  const next = end < found.count ? cursors.encode(list, [photoIds.at(-1) ?? '', String(end)]) : null;
  return { photoIds, cursor: next };
}

function placeOf(ids: Buffer, photoId: string): number {
  const wanted = Buffer.from(photoId.replaceAll('-', ''), 'hex');
  for (let at = ids.indexOf(wanted); at >= 0; at = ids.indexOf(wanted, at + 1))
    if (at % ID_BYTES === 0) return at / ID_BYTES;
  return -1;
}

function idAt(ids: Buffer, place: number): string {
  const hex = ids.toString('hex', place * ID_BYTES, (place + 1) * ID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
