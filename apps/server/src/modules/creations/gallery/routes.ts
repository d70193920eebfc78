import {
  addGalleryEntry,
  changeGalleryEntry,
  deleteGalleryEntry,
  getGalleryCategories,
  getGalleryEntry,
} from '@keepsake/contracts/creations/gallery';
import { type Route, route } from '../../../platform/http/route.ts';
import { requireNotBlocked } from '../../account/business/index.ts';
import { channelOf } from '../../frame/channels/index.ts';
import type { Parts } from './deps.ts';
import { addEntry, changeEntry, deleteEntry, readEntry } from './entries.ts';

/** Customers offer their widgets for the gallery, change their entries and remove them. */
export function galleryRoutes(deps: Parts): Route[] {
  return [
    route(getGalleryEntry, ({ customer: { customerId }, params: { widgetId }, query }) =>
      readEntry(deps, { customerId, widgetId, ...query }),
    ),
    route(addGalleryEntry, async ({ customer, body: { widgetId, channel, ...content }, attempt }) => {
      await requireNotBlocked(deps.db, customer);
      return addEntry(deps, {
        ref: { customerId: customer.customerId, widgetId, channel },
        content,
        attempt,
      });
    }),
    route(
      changeGalleryEntry,
      async ({ customer, params: { widgetId }, query: { channel }, body: content }) => {
        await requireNotBlocked(deps.db, customer);
        return changeEntry(deps, { ref: { customerId: customer.customerId, widgetId, channel }, content });
      },
    ),
    route(deleteGalleryEntry, ({ customer: { customerId }, params: { widgetId }, query }) =>
      deleteEntry(deps, { customerId, widgetId, ...query }),
    ),
    route(getGalleryCategories, async ({ query, request }) => {
      const items = deps.categoriesOf(query.channel ?? channelOf(request).id);
      return { items: items.map(({ name, title }) => ({ name, title })) };
    }),
  ];
}
