import type { Album } from '@keepsake/contracts/library/albums';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { SharedAlbum } from '@keepsake/contracts/library/shared-albums';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';
import { setWindow } from '#/features/library/photos/library-screen.fixture.tsx';
import { idOf, makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { restorePhotos } from '#/features/library/state/pending-removals.ts';
import { fakePush } from '#/shared/push.fixture.ts';
import { closeAllDialogs } from '#/shared/ui/define-dialog.tsx';
import { toastStore } from '#/shared/ui/toasts.tsx';

export const API = '/api/photo-management';
export const SHARED = '/api/shared-albums';
export const ALBUM = idOf(9_000);
export const OWNER = customerIdSchema.parse(idOf(8_000));
/** Id of the signed-in customer. */
export const VIEWER = customer.customerId;

export const ALL_ON = {
  PhotoManagementTimelineViewEnabled: ['*'],
  PhotoManagementAlbumViewEnabled: ['*'],
  PhotoManagementSharedAlbumsViewEnabled: ['*'],
  PhotoManagementUploadViewEnabled: ['*'],
  PhotoManagementOrderPrintsEnabled: ['*'],
};

/** The n-th album of a test. */
export const makeAlbum = (n: number, details: Partial<Album> = {}): Album => ({
  albumId: idOf(9_000 + n),
  albumName: `Album ${n}`,
  coverPhoto: null,
  photosCount: 0,
  created: '2024-05-01T10:00:00Z',
  updated: '2024-05-01T10:00:00Z',
  userId: customer.customerId,
  isShared: false,
  ...details,
});

export const albumsPage = (albums: readonly Album[], cursor: string | null = null) => ({
  body: { albums, cursor },
});
export const FAILURE = { status: 400, body: { code: 'x' } };
export const DONE = { body: {} };

/** The server's answers for a customer with one album of these photos. */
export function answersOf(photos: readonly Photo[], details: Partial<Album> = {}): Answers {
  const album = makeAlbum(0, { albumName: 'Sea', photosCount: photos.length, ...details });
  return {
    '/api/customers/customers/me': { body: customer },
    [`${API}/users/counts`]: { body: { photosCount: photos.length, albumsCount: 1 } },
    '/api/overview/me': {
      body: { photos: { status: 'ok', value: { images: photos, photosCount: photos.length } } },
    },
    [`${API}/users/timeline`]: { body: photos.length > 0 ? { 2024: { 3: photos.length } } : {} },
    [`${API}/photos/timeline/2024/3`]: { body: { cursor: null, images: photos } },
    [`${API}/photos/timeline/2024/3/layout`]: { body: makeLayout(photos) },
    [`${API}/photos`]: { body: { cursor: null, images: photos } },
    [`${API}/albums`]: albumsPage([album]),
    [`${API}/albums/${ALBUM}`]: { body: album },
    [`${API}/albums/${ALBUM}/photos`]: { body: { cursor: null, images: photos } },
    [`${API}/albums/${ALBUM}/layout`]: { body: makeLayout(photos) },
    [`${SHARED}/users`]: { body: { readAlbumsCount: 0, grantedAlbumsCount: 0 } },
    [`${SHARED}/shared-albums`]: albumsPage([]),
  };
}

type Seen = { ownerId: CustomerId; photosCount?: number; participants?: number };

/** The same for a shared album. */
export function sharedAnswersOf({ ownerId, photosCount = 2, participants = 2 }: Seen): Answers {
  const photos = makePhotos(0, photosCount).map((photo) => ({ ...photo, ownerId }));
  const album: SharedAlbum = {
    ...makeAlbum(0, { albumName: 'Wedding', photosCount, isShared: true, userId: ownerId }),
    ownerId,
  };
  const base = `${SHARED}/shared-albums/${ALBUM}`;
  const owners = btoa(String.fromCharCode(...Array<number>(photosCount * 2).fill(0)));
  const members = Array.from({ length: participants }, (_, n) => ({
    id: idOf(n),
    email: `p${n}@example.com`,
  }));
  return {
    ...answersOf([], { isShared: true }),
    [base]: { body: album },
    [`${base}/participants`]: {
      body: { owner: { id: ownerId, email: 'owner@example.com' }, participants: members },
    },
    [`${base}/photos`]: { body: { cursor: null, images: photos } },
    [`${base}/layout`]: { body: { ...makeLayout(photos), ownerIds: [ownerId], owners } },
  };
}

/** A push client with which a test announces changed albums. */
export function albumPush() {
  const push = fakePush();
  return { ...push, sayAlbumsChanged: (albumIds: string[]) => push.say('albums-changed', { albumIds }) };
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** Opens the whole app at a path. */
export const open = (path: string, answers: Answers, flags: Record<string, string[]> = ALL_ON) =>
  showApp({ path, answers, flags });

/** Sets up every test of a file: a desktop window without state from other tests. */
export function prepareScreens(): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    toastStore.setState({ toasts: [] });
    setWindow(1280, 900);
  });
  afterEach(() => {
    cleanup();
    closeAllDialogs();
    // Restores photos removed by one test to the album of the next.
    restorePhotos(
      `album ${ALBUM}`,
      makePhotos(0, 9).map(({ imageId }) => imageId),
    );
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
