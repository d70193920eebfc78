import type { Answers } from '#/app/screens.fixture.tsx';
import { ALL_ON, answersOf } from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';

export const API = '/api/photo-exports/backups';
export const EXPORT_ID = '0190a5a5-0000-7000-8000-00000000e0e0';
export const PAGE = `/my-photos/exports/${EXPORT_ID}`;
export const ON = { ...ALL_ON, PhotoExportEnabled: ['*'] };

const KB = 1024;
/** An export with two unsorted chunks that became ready a day ago. */
export const ready = (details: object = {}) => ({
  status: 'READY',
  backupId: EXPORT_ID,
  chunks: [
    { iteration: 1, size: 1_536 * KB },
    { iteration: 0, size: 2 * KB ** 3 },
  ],
  missing: 0,
  created: new Date(Date.now() - 101_000_000).toISOString(),
  updated: new Date(Date.now() - 100_000_000).toISOString(),
  ...details,
});

/** An export as it is listed. */
export const summary = (status: string, details: object = {}) => ({
  backupId: EXPORT_ID,
  status,
  created: '2026-03-01T10:00:00Z',
  updated: '2026-03-02T10:00:00Z',
  photosCount: 439,
  pictures: [],
  ...details,
});

/** A server with a library of two photos and these answers about exports. */
export const exportAnswers = (answers: Answers): Answers => ({ ...answersOf(makePhotos(0, 2)), ...answers });
