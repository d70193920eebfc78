import { expect, test } from 'vitest';
import { makePhoto } from '#/features/library/photos/photo.fixture.ts';
import { answer, takeReports } from '#/shared/error-reports.fixture.ts';
import { createFlatStore } from './flat-store.ts';

const view = { sortKey: 'created', sortOrder: 'desc', filter: undefined } as const;

function openFlat(status: number) {
  const reported = takeReports(() => answer(status));
  const photo = makePhoto(1);
  const flat = createFlatStore(photo, view);
  return { flat, reported, refresh: () => flat.refresh([photo.imageId]), photo };
}

test('a changed photo that cannot be loaded again keeps its state, and the failure is reported once', async () => {
  const { flat, reported, refresh, photo } = openFlat(500);
  await refresh();
  expect(flat.store.getState().photos).toEqual([photo]);
  expect(reported).toEqual(['LOAD_PHOTO_FAILED']);
});

test('a photo that is gone, and a preview that was closed, report nothing', async () => {
  const gone = openFlat(404);
  await gone.refresh();
  expect(gone.reported).toEqual([]);
  const closed = openFlat(500);
  const refreshed = closed.refresh();
  closed.flat.stop();
  await refreshed;
  expect(closed.reported).toEqual([]);
});
