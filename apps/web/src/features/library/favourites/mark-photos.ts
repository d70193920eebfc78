import { setFavourites } from '@keepsake/contracts/library/favourites';
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import {
  otherLists,
  type PagesState,
  type PhotoChange,
  photoStoresOf,
} from '#/features/library/photo-store/index.ts';
import type { ChosenPhotos } from '#/features/library/photo-view/index.ts';
import { call, idBatches } from '#/shared/api/call.ts';
import { makeStale, PHOTO_TAGS } from '#/shared/api/query-tags.ts';
import { sayFailed } from '#/shared/ui/say-failed.tsx';
import { isFavourite, rememberMarks } from './marks-of-page.ts';

/** A photo with presses that the server has not answered: whether it had the mark before them, or after the last that succeeded. */
type Waiting = { wasFavourite: boolean; presses: number };

const waiting = new Map<string, Waiting>();

/**
 * Marks photos as favourites, or takes the mark away: on the screen at once, and back if the server refuses. Not a `useMutation`,
 * which drops a press while another runs: here it takes that one back. The server gets them one after the other.
 */
export function markPhotos(client: QueryClient, chosen: ChosenPhotos, mark: boolean): void {
  const { photoIds } = chosen;
  begin(chosen);
  show(client, new Map(photoIds.map((photoId) => [photoId, mark])));
  const mutation = new MutationObserver(client, {
    scope: { id: 'favourites' },
    // The next press does not wait for what this one makes stale: without a connection that would be for ever.
    meta: { action: 'SET_FAVOURITES', invalidates: [] },
    mutationFn: async () => {
      try {
        await send(photoIds, mark);
      } finally {
        show(client, end(photoIds));
        void makeStale(client, PHOTO_TAGS);
      }
    },
    onError: (error) => sayFailed(i18next.t('library.favouriteFailed'), error),
  });
  // Reported and told by the client and `onError`.
  mutation.mutate().catch(() => undefined);
}

function begin(chosen: ChosenPhotos): void {
  for (const photoId of chosen.photoIds) {
    const before = waiting.get(photoId);
    const { wasFavourite, presses } = before ?? { wasFavourite: isFavourite(chosen, photoId), presses: 0 };
    waiting.set(photoId, { wasFavourite, presses: presses + 1 });
  }
}

async function send(photoIds: readonly string[], mark: boolean): Promise<void> {
  for (const batch of idBatches(photoIds)) {
    await call(setFavourites, { body: { photoIds: [...batch], isFavourite: mark } });
    settle(batch, mark);
  }
}

/** Keeps what the server has stored. */
function settle(photoIds: readonly string[], wasFavourite: boolean): void {
  for (const photoId of photoIds) {
    const { presses = 1 } = waiting.get(photoId) ?? {};
    waiting.set(photoId, { wasFavourite, presses });
  }
}

/** Counts a press as answered; returns how photos without another are shown now. */
function end(photoIds: readonly string[]): Map<string, boolean> {
  const shown = new Map<string, boolean>();
  for (const photoId of photoIds) {
    const { wasFavourite = false, presses = 1 } = waiting.get(photoId) ?? {};
    if (presses > 1) {
      waiting.set(photoId, { wasFavourite, presses: presses - 1 });
      continue;
    }
    waiting.delete(photoId);
    shown.set(photoId, wasFavourite);
  }
  return shown;
}

function show(client: QueryClient, marks: ReadonlyMap<string, boolean>): void {
  rememberMarks(marks);
  const change: PhotoChange = (photo) => {
    const mark = marks.get(photo.imageId);
    if (mark === undefined || mark === Boolean(photo.isFavourite)) return photo;
    return { ...photo, isFavourite: mark || undefined };
  };
  for (const store of photoStoresOf(client)) store.change((pages) => changed(pages, change));
  for (const list of otherLists) list(change);
}

/** Sections without a changed photo stay the same objects. */
const changed = (pages: PagesState, change: PhotoChange): PagesState =>
  Object.fromEntries(
    Object.entries(pages).map(([key, section]) => {
      const items = section.items.map((photo) => photo && change(photo));
      const isUntouched = items.every((photo, place) => photo === section.items[place]);
      return [key, isUntouched ? section : { ...section, items }];
    }),
  );
