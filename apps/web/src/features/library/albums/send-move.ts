import { placeAlbumPhotos } from '@keepsake/contracts/library/album-order';
import { MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import type { Sort } from '@keepsake/contracts/platform/start-of-page';
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { call, idBatches } from '#/shared/api/call.ts';
import { sayFailed } from '#/shared/ui/say-failed.tsx';

/** What the server takes as the order before the first move; one that an album has itself needs none. */
const ANY_SORT: Sort = { sortKey: 'created', sortOrder: 'desc' };

type Move = {
  albumId: string;
  photoIds: readonly string[];
  before: string | null;
  shown: Sort | 'own';
  onFailed: () => void;
};

/** Moves photos of an album. Presses reach the server one by one; whatever becomes of them, the album is read again. */
export function sendMove(client: QueryClient, { albumId, photoIds, before, shown, onFailed }: Move): void {
  const mutation = new MutationObserver(client, {
    scope: { id: `order of ${albumId}` },
    meta: { action: 'MOVE_IN_ALBUM', invalidates: ['Albums'] },
    async mutationFn() {
      for (const batch of idBatches(photoIds, MAX_IDS_PER_CALL)) {
        const body = { photoIds: [...batch], before, shown: shown === 'own' ? ANY_SORT : shown };
        await call(placeAlbumPhotos, { params: { albumId }, body });
      }
    },
    onError(error) {
      onFailed();
      sayFailed(i18next.t('album.orderFailed'), error);
    },
  });
  // Reported and told by the client and `onError`.
  mutation.mutate().catch(() => undefined);
}
