// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { connectApi } from '#/shared/api/call.ts';
import { ids, never, photo, prepareImport, show, UPLOAD } from './import-dialog.fixture.tsx';
import { openAlbumImport } from './open-import.ts';

vi.mock('./import-session.ts', async (original) => ({
  ...(await original<object>()),
  useImportSession: vi.fn(),
}));
prepareImport();

test('opens on My Device, with everything a desktop needs [IMP-01] [IMP-03] [IMP-08] [IMP-10]', async () => {
  await show();
  expect(screen.getByRole('tab', { name: 'My Device' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('Or drag and drop your photos here.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Choose a folder' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Upload' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
});

test('a phone has no drop area [IMP-03]', async () => {
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  await show();
  expect(screen.queryByText('Or drag and drop your photos here.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Choose a folder' })).toBeNull();
});

test('a rejected file says why, a known one that it is known [IMP-02]', async () => {
  const { pick } = await show({ findKnown: async () => new Map([['b.jpg', 'photo']]) });
  await pick(photo('film.mp4'), photo('a.jpg'), photo('b.jpg'));
  expect(await screen.findByText('Only JPEG, PNG and HEIC photos can be added')).toBeDefined();
  expect(await screen.findByText(/^Saved ·/)).toBeDefined();
  expect(await screen.findByText(/^Already in your library ·/)).toBeDefined();
  expect(screen.getByText('1 of 1 saved')).toBeDefined();
  expect(screen.getByText('1 photo was already in your library')).toBeDefined();
});

test('what the library already had is not counted as saved', async () => {
  const { pick } = await show({ findKnown: async () => new Map([['b.jpg', 'photo']]) });
  await pick(photo('b.jpg'));
  expect(await screen.findByText('1 photo was already in your library', { selector: 'span' })).toBeDefined();
  expect(screen.queryByText(/ saved$/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Done' })).toBeDefined();
});

test('a photo that had been deleted is back, which its row, the list and the end say', async () => {
  const restored = async () => ({ imageId: ids.a, isDuplicate: true, isRestored: true });
  const { pick, press } = await show({ commit: restored });
  await pick(photo('a.jpg'));
  expect(await screen.findByText(/^Deleted earlier, now back in your library ·/)).toBeDefined();
  expect(screen.getAllByText('1 deleted photo is back in your library')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /a\.jpg/ })).toBeNull();
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('1 deleted photo is back in your library')).toBeDefined();
});

test('files dropped anywhere on the page are accepted [IMP-03]', async () => {
  const { store } = await show();
  const drop = new Event('drop', { cancelable: true });
  const dataTransfer = { types: ['Files'], items: [], files: [photo('a.jpg')] };
  window.dispatchEvent(Object.assign(drop, { dataTransfer }));
  await waitFor(() => expect(store.getState().items).toHaveLength(1));
  expect(drop.defaultPrevented).toBe(true);
});

test('while the whole library is being deleted nothing is accepted, and the reason is shown [ACT-01]', async () => {
  const { store, phoneApi, press, become } = await show({}, { status: 'DELETING' });
  const why = 'You can add photos again as soon as your photos have been deleted.';
  const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(statuses).toContain(why);
  expect(screen.getByRole('button', { name: 'Choose photos' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByText('Or drag and drop your photos here.')).toBeNull();
  const drop = Object.assign(new Event('drop', { cancelable: true }), {
    dataTransfer: { types: ['Files'], items: [], files: [photo('a.jpg')] },
  });
  window.dispatchEvent(drop);
  expect(drop.defaultPrevented, 'the browser does not show the file').toBe(true);
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  expect(phoneApi.create).not.toHaveBeenCalled();
  expect(store.getState().items).toEqual([]);
  await become('ACTIVE');
  await waitFor(() => expect(phoneApi.create).toHaveBeenCalledOnce());
  await press('Cancel');
});

test('uploads running when a deletion begins continue [ACT-01]', async () => {
  const { store, pick, become } = await show({ send: never });
  await pick(photo('a.jpg'));
  await become('DELETING');
  const more = () => screen.getByRole('button', { name: 'Choose more' });
  await waitFor(() => expect(more().getAttribute('aria-disabled')).toBe('true'));
  expect(store.getState().items).toHaveLength(1);
});

test('the main button counts only what is not saved yet, and says Done once all is [IMP-08] [IMP-10]', async () => {
  const { pick, press } = await show({
    send: (file) => (file.name === 'b.jpg' ? never() : Promise.resolve('')),
  });
  await pick(photo('a.jpg'));
  await screen.findByText('1 of 1 saved');
  expect(screen.getByRole('button', { name: 'Done' })).toBeDefined();
  expect(screen.queryByRole('button', { name: UPLOAD })).toBeNull();
  await pick(photo('b.jpg'));
  await screen.findByText('1 of 2 saved');
  expect(screen.getByRole('button', { name: 'Upload 1 photo' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  await press('Remove a.jpg from your library');
  expect(screen.getByText("'Upload 1 photo' also removes 1 photo from your library.")).toBeDefined();
});

test('without a connection it says once that it is paused, files wait, and nothing is confirmed [IMP-08]', async () => {
  const { runner, pick } = await show({ send: never });
  await pick(photo('a.jpg'), photo('b.jpg'));
  expect(await screen.findAllByText(/^Uploading, 0%/)).toHaveLength(2);
  act(() => runner.gate.lose());
  expect(await screen.findAllByText(/^Waiting ·/)).toHaveLength(2);
  expect(screen.queryByText(/^Uploading/)).toBeNull();
  const notices = screen.getAllByText('Paused: waiting for the connection');
  expect(notices.filter((text) => !text.closest('[aria-hidden=true]'))).toHaveLength(1);
  const isOff = () => screen.getByRole('button', { name: 'Upload 2 photos' }).hasAttribute('disabled');
  expect(isOff()).toBe(true);
  act(() => runner.gate.move());
  expect(await screen.findAllByText(/^Uploading, 0%/)).toHaveLength(2);
  expect(isOff()).toBe(false);
});

test('Done closes the dialog, leads to the photos and says how many were saved [IMP-08]', async () => {
  const { history, pick, press } = await show();
  await pick(photo('a.jpg'), photo('b.jpg'));
  await screen.findByText('2 of 2 saved');
  await press('Done');
  expect(await screen.findByText('2 photos saved to your library')).toBeDefined();
  expect(history.location.pathname).toBe('/my-photos/photos');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('opened for an album it names it, adds picked files to it, and leads to it [ALD-33]', async () => {
  const { history, store, pick, press } = await show();
  act(() => openAlbumImport({ albumId: 'a1', name: 'Sea' }));
  expect(await screen.findByText('The photos you choose will also be added to the album Sea.')).toBeDefined();
  await pick(photo('a.jpg'));
  await screen.findByText('1 of 1 saved');
  expect(store.getState().items.map(({ albumId }) => albumId)).toEqual(['a1']);
  await press('Done');
  expect(await screen.findByText('1 photo added to Sea')).toBeDefined();
  expect(screen.queryByText('1 photo saved to your library', { selector: 'p:not([role])' })).toBeNull();
  await waitFor(() => expect(history.location.pathname).toBe('/my-photos/albums/a1'));
});

test('running uploads continue in a tray, which reopens the dialog', async () => {
  const { pick, press } = await show({ send: never });
  await pick(photo('a.jpg'));
  await press(UPLOAD);
  expect(await screen.findByText('0 of 1 saved')).toBeDefined();
  await press('Show');
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('the tray says at the end that a deleted photo is back', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { pick, press } = await show({
    send: () => promise,
    commit: async () => ({ imageId: ids.a, isDuplicate: true, isRestored: true }),
  });
  await pick(photo('a.jpg'));
  await press(UPLOAD);
  expect(await screen.findByText('0 of 1 saved')).toBeDefined();
  act(() => resolve('upload'));
  expect(await screen.findByText('1 deleted photo is back in your library')).toBeDefined();
  expect(screen.queryByText(/already in your library/)).toBeNull();
});

test('a full library is mentioned in the list and in the tray, with what helps', async () => {
  const refused = { status: 413, url: '', code: 'quota-exceeded', correlationId: '', endpoint: 'uploadFile' };
  let refuse: (reason: ApiProblem) => void = () => undefined;
  const send = () => new Promise<string>((_resolve, reject) => (refuse = reject));
  const { pick, press } = await show({ send });
  await pick(photo('a.jpg'));
  await userEvent.keyboard('{Escape}');
  const tray = within(await screen.findByRole('complementary', { name: 'Add photos' }));
  act(() => refuse(new ApiProblem(refused)));
  const why = 'No room left. Delete photos you no longer need, then try again.';
  expect(await tray.findByText(why)).toBeTruthy();
  await press('Show');
  expect(await within(await screen.findByRole('dialog')).findByText(why)).toBeTruthy();
});

test('a preview hides the tray', async () => {
  const { history, pick, press } = await show({ send: never });
  await pick(photo('a.jpg'));
  await press(UPLOAD);
  await screen.findByText('0 of 1 saved');
  act(() => history.push('/preview'));
  await waitFor(() => expect(screen.queryByText('0 of 1 saved')).toBeNull());
});

test('the import only exists while its flag is on [FLG-07]', async () => {
  await show({}, { featureFlags: {} });
  await act(() => vi.dynamicImportSettled());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a dropped folder can become an album of its name', async () => {
  const albums: string[] = [];
  connectApi({
    services: { photoManagement: '' },
    accessToken: async () => null,
    renewAccess: async () => false,
  });
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    albums.push(JSON.parse(String(body)).name);
    return Response.json({ albumId: ids.b });
  });
  const addToAlbum = vi.fn(async () => undefined);
  const { store, press } = await show({ addToAlbum });
  const folder = {
    name: 'Italy <2024>',
    isDirectory: true,
    createReader() {
      const left = [{ isDirectory: false, file: (done: (file: File) => void) => done(photo('a.jpg')) }];
      return { readEntries: (done: (entries: unknown[]) => void) => done(left.splice(0)) };
    },
  };
  const items = [{ kind: 'file', webkitGetAsEntry: () => folder }];
  const drop = new Event('drop', { cancelable: true });
  act(() => void window.dispatchEvent(Object.assign(drop, { dataTransfer: { types: ['Files'], items } })));
  expect(
    await screen.findByText("Create an album 'Italy 2024' from the photo in this folder?"),
  ).toBeDefined();
  await waitFor(() => expect(store.getState().items[0]?.status).toBe('saved'));
  await press('Create album');
  await waitFor(() => expect(addToAlbum).toHaveBeenCalledWith(ids.b, ['a.jpg']));
  expect(albums).toEqual(['Italy 2024']);
  expect(screen.queryByRole('button', { name: 'Create album' })).toBeNull();
});

test('ten thousand files render only a few rows', async () => {
  const { pick, store } = await show({ send: never });
  await pick(...Array.from({ length: 10_000 }, (_, at) => photo(`${at}.jpg`)));
  await waitFor(() => expect(store.getState().items).toHaveLength(10_000));
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
});

test('focus returns to the button that opened the import', async () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  await show();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
  opener.remove();
});
