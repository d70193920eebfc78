import type { DeletedPhoto } from '@keepsake/contracts/library/deleted-photos';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { Answers } from '#/app/screens.fixture.tsx';
import { API, answersOf } from '#/features/library/albums/albums.fixture.ts';
import { idOf, makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { restorePhotos } from '#/features/library/state/pending-removals.ts';

export const DELETED = '/my-photos/deleted';
const PATH = `${API}/photos/deleted`;
/** The calls of a customer about deleted photos. */
export const CALLS = {
  list: `GET ${PATH}`,
  restore: `POST ${PATH}/restore`,
  restoreAll: `POST ${PATH}/restore-all`,
  end: `DELETE ${PATH}`,
  empty: `DELETE ${PATH}/all`,
};

/** Photos as they are listed after they were deleted. */
const deletedOf = (photos: readonly Photo[]): DeletedPhoto[] =>
  photos.map((photo) => ({
    ...photo,
    deleted: '2026-11-14T10:00:00Z',
    removalId: idOf(7_000),
    restorableUntil: '2026-12-14T10:00:00Z',
  }));

/** The server's answers for a customer with these photos, some of them deleted, which can come back for 30 days. */
export function answersWith(photos: readonly Photo[], gone: readonly Photo[]): Answers {
  const counts = { photosCount: photos.length, albumsCount: 1, deletedDays: 30 };
  const list = { cursor: null, photosCount: gone.length, images: deletedOf(gone) };
  return {
    ...answersOf(photos),
    [`${API}/users/counts`]: { body: counts },
    [CALLS.list]: { body: list },
    [`${PATH}/layout`]: { body: makeLayout(gone) },
  };
}

/** Shows the photos again that a test removed from deleted ones. */
export function forgetRemoved(): void {
  restorePhotos(
    'deleted',
    makePhotos(0, 20).map(({ imageId }) => imageId),
  );
}
