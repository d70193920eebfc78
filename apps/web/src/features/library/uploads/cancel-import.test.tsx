// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  answerDeletions,
  commit,
  ids,
  never,
  photo,
  prepareImport,
  show,
  type Undoable,
  UPLOAD,
} from './import-dialog.fixture.tsx';
import { openImport } from './open-import.ts';

vi.mock('./import-session.ts', async (original) => ({
  ...(await original<object>()),
  useImportSession: vi.fn(),
}));
prepareImport();

/** An import with one photo saved, one already known, and one being sent. */
async function showHalfDone(options?: Undoable) {
  const requested = answerDeletions(async () => ({ failed: [] }), options);
  const shown = await show({
    commit,
    send: (file) => (file.name === 'b.jpg' ? never() : Promise.resolve('upload')),
    findKnown: async () => new Map([['known.jpg', ids.known]]),
  });
  await shown.pick(photo('a.jpg'), photo('known.jpg'), photo('b.jpg'));
  await screen.findByText('1 of 2 saved');
  expect(screen.getByRole('button', { name: 'Upload 1 photo' })).toBeDefined();
  return { ...shown, requested };
}

test('Cancel stops what is not saved and asks about the rest; keeping is the default [IMP-10]', async () => {
  const { store, press, requested } = await showHalfDone();
  await press('Cancel');
  await screen.findByText('1 photo is already saved: keep it or remove it?');
  expect(document.activeElement?.textContent).toBe('Keep 1 photo');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Stopped. 1 photo stays in your library.')).toBeDefined();
  expect(store.getState().items).toEqual([]);
  expect(requested).toEqual([]);
});

test('after Cancel, photos saved by this import can be removed again, but never earlier ones [IMP-10]', async () => {
  const { store, press, requested } = await showHalfDone();
  await press('Cancel');
  await press(/^Remove 1 photo$/);
  expect(await screen.findByText('1 photo removed from your library')).toBeDefined();
  expect(requested).toEqual([[ids.a]]);
  expect(store.getState().items).toEqual([]);
});

test('where deleted photos can come back, removing them after Cancel can be undone [IMP-10]', async () => {
  const restored: string[][] = [];
  const { store, press, requested } = await showHalfDone({ deletedDays: 30, restored });
  await press('Cancel');
  await press(/^Remove 1 photo$/);
  expect(await screen.findByText('Photo deleted')).toBeDefined();
  expect(screen.queryByText('1 photo removed from your library')).toBeNull();
  expect(store.getState().items).toEqual([]);
  await press('Undo');
  expect(await screen.findByText('Photo restored')).toBeDefined();
  expect([...requested, ...restored]).toEqual([[ids.a], [ids.a]]);
});

test('Escape after Cancel keeps what is saved; with nothing saved Cancel asks nothing [IMP-10]', async () => {
  const { press, requested } = await showHalfDone();
  await press('Cancel');
  await screen.findByText(/keep it or remove it/);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requested).toEqual([]);
  cleanup();
  const { pick, press: repeated, store } = await show({ send: never });
  await pick(photo('a.jpg'));
  await repeated('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(store.getState().items).toEqual([]);
});

test('photos being saved when Cancel is pressed count as saved [IMP-10]', async () => {
  const saving = Promise.withResolvers<{ imageId: string; isDuplicate: boolean }>();
  const { pick, press } = await show({ commit: () => saving.promise });
  await pick(photo('a.jpg'));
  await screen.findByText(/^Saving/);
  await press('Cancel');
  saving.resolve({ imageId: ids.a, isDuplicate: false });
  expect(await screen.findByText('1 photo is already saved: keep it or remove it?')).toBeDefined();
});

test.each([
  ['Cancel', (press: (name: string) => Promise<void>) => press('Cancel')],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])(
  'once all is saved, %s beside marked photos closes the list and removes nothing [IMP-10]',
  async (_way, leave) => {
    const requested = answerDeletions(async () => ({ failed: [] }));
    const { pick, press } = await show({ commit });
    await pick(photo('a.jpg'), photo('b.jpg'));
    await screen.findByText('2 of 2 saved');
    await press('Remove a.jpg from your library');
    await leave(press);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/keep it or remove it/)).toBeNull();
    expect(requested).toEqual([]);
  },
);

test('with nothing to add the main button says Done [IMP-08]', async () => {
  const { pick, press } = await show({ findKnown: async () => new Map([['a.jpg', ids.a]]) });
  await pick(photo('a.jpg'));
  await screen.findByText(/^Already in your library ·/);
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reopened once all is saved it only says Done, even beside rejected files, and repeats nothing [IMP-08]', async () => {
  const sent = Promise.withResolvers<string>();
  const send = (file: File) => (file.name === 'a.jpg' ? sent.promise : Promise.resolve('upload'));
  const { history, pick, press } = await show({ send });
  await pick(photo('a.jpg'), photo('letter.mp4'));
  await userEvent.keyboard('{Escape}');
  sent.resolve('upload');
  await screen.findByText('1 photo saved to your library');
  await userEvent.click(within(screen.getByRole('region')).getByRole('button', { name: 'Close' }));
  await press('Show');
  await screen.findByRole('dialog');
  expect(screen.queryByRole('button', { name: UPLOAD })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await pick(photo('b.jpg'));
  await screen.findByText('2 of 2 saved');
  await press('Remove b.jpg from your library');
  await press('Keep b.jpg in your library');
  await press('Done');
  expect(await screen.findByText('1 photo saved to your library')).toBeDefined();
  expect(history.location.pathname).toBe('/my-photos/photos');
});

test('Escape after the end ends the import beside a refused file, too: a later one begins anew', async () => {
  const { store, pick } = await show();
  await pick(photo('a.jpg'), photo('letter.mp4'));
  await screen.findByText('1 of 1 saved');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('1 photo saved to your library')).toBeDefined();
  await waitFor(() => expect(store.getState().items).toEqual([]));
  expect(screen.queryByRole('complementary')).toBeNull();
  act(openImport);
  await screen.findByRole('dialog');
  await pick(photo('b.jpg'));
  await screen.findByText('1 of 1 saved');
});

test('Escape leaves a refused file in the list while others are being sent', async () => {
  const { store, pick } = await show({ send: never });
  await pick(photo('a.jpg'), photo('letter.mp4'));
  await userEvent.keyboard('{Escape}');
  await screen.findByRole('complementary');
  expect(store.getState().items).toHaveLength(2);
});

test('rejected files alone are dismissed by Done', async () => {
  const { pick, press } = await show();
  await pick(photo('letter.mp4'));
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('complementary')).toBeNull();
});
