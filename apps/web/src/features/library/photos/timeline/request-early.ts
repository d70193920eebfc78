import { buildUrl } from '@keepsake/contracts/platform/build-url';
import { PHOTO_FILTERS, TIMELINE_START_PATH } from '@keepsake/contracts/platform/start-of-page';
import { requestEarly } from '#/shared/api/early-answers.ts';
import { deviceStorage } from '#/shared/surviving-storage.ts';
import { parseSort, sortStorageKey } from '../saved-sort.ts';

/**
 * Sends the timeline's first request if it is the page at the current address, as `prepareTimeline` does once its code has
 * arrived. `base` is the address of the photo service.
 */
export function requestTimelineEarly(base: string, token: string): void {
  const { pathname, search } = window.location;
  if (pathname !== '/my-photos/photos') return;
  const sort = parseSort(deviceStorage.getItem(sortStorageKey('photos')), 'photos');
  const requested = new URLSearchParams(search).get('filter');
  const filter = PHOTO_FILTERS.find((one) => one === requested);
  const url = buildUrl(base, TIMELINE_START_PATH, {}, { ...sort, filter });
  requestEarly({ endpoint: 'getTimelineStart', method: 'GET', url, token });
}
