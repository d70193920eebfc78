// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  answerDeletions,
  commit,
  ids,
  photo,
  prepareImport,
  show,
  UPLOAD,
} from './import-dialog.fixture.tsx';

vi.mock('./import-session.ts', async (original) => ({
  ...(await original<object>()),
  useImportSession: vi.fn(),
}));
prepareImport();

test('marked photos are removed first, under a spinner; then the photos are shown [IMP-09] [IMP-11] [IMP-12] [IMP-13]', async () => {
  const removal = Promise.withResolvers<{ failed: string[] }>();
  const requested = answerDeletions(() => removal.promise);
  const { history, pick, press } = await show({ commit });
  await pick(photo('a.jpg'), photo('b.jpg'));
  await screen.findByText('2 of 2 saved');
  await press('Remove a.jpg from your library');
  await press('Remove b.jpg from your library');
  await press('Keep b.jpg in your library');
  expect(screen.getByText(/^Will be removed from your library/)).toBeDefined();
  await press(UPLOAD);
  await waitFor(() => expect(requested).toEqual([[ids.a]]));
  expect(screen.getByRole('button', { name: UPLOAD }).getAttribute('data-loading')).toBe('true');
  expect(history.location.pathname).toBe('/');
  removal.resolve({ failed: [] });
  expect(await screen.findByText('1 photo saved to your library')).toBeDefined();
  expect(history.location.pathname).toBe('/my-photos/photos');
});

test('where deleted photos can come back, the removal of marked ones can be undone [IMP-11]', async () => {
  const restored: string[][] = [];
  answerDeletions(async () => ({ failed: [] }), { deletedDays: 30, restored });
  const { pick, press } = await show({ commit });
  await pick(photo('a.jpg'), photo('b.jpg'));
  await screen.findByText('2 of 2 saved');
  await press('Remove a.jpg from your library');
  await press(UPLOAD);
  const saved = await screen.findByText('1 photo saved to your library');
  expect(screen.getByText('Photo deleted').closest('[data-covered]')).not.toBeNull();
  expect(saved.closest('[data-covered]')).toBeNull();
  await press('Undo');
  expect(await screen.findByText('Photo restored')).toBeDefined();
  expect(restored).toEqual([[ids.a]]);
});

test('if no more was uploaded than removed, the page stays [IMP-12]', async () => {
  answerDeletions(async () => ({ failed: [] }));
  const { history, store, pick, press } = await show({ commit });
  await pick(photo('a.jpg'));
  await screen.findByText('1 of 1 saved');
  await press('Remove a.jpg from your library');
  await press(UPLOAD);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(history.location.pathname).toBe('/');
  expect(store.getState().items).toEqual([]);
});

test('a failed removal keeps the marks, and can be retried [IMP-11]', async () => {
  let isFailing = true;
  const requested = answerDeletions(async (photoIds) => ({ failed: isFailing ? photoIds.slice(1) : [] }));
  const { pick, press } = await show({ commit });
  await pick(photo('a.jpg'), photo('b.jpg'));
  await screen.findByText('2 of 2 saved');
  await press('Remove a.jpg from your library');
  await press('Remove b.jpg from your library');
  await press(UPLOAD);
  expect(
    await screen.findByText('Some of the marked photos are still in your library. Please try again.'),
  ).toBeDefined();
  isFailing = false;
  await press(UPLOAD);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requested).toEqual([[ids.a, ids.b], [ids.b]]);
});

test('a photo already in the library cannot be marked [IMP-11]', async () => {
  const { pick } = await show({ findKnown: async () => new Map([['a.jpg', ids.a]]) });
  await pick(photo('a.jpg'));
  await screen.findByText(/^Already in your library ·/);
  expect(screen.queryByRole('button', { name: 'Remove a.jpg from your library' })).toBeNull();
});
