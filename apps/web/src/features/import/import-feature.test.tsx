// @vitest-environment happy-dom
import type { PublicChannel } from '@keepsake/contracts';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Settings, SettingsContext } from '#/shared/configuration/configuration-context.ts';
import { Toasts } from '#/shared/ui/toasts/toasts.tsx';
import texts from '../../../locales/en-GB.json' with { type: 'json' };
import { ImportContext } from './import-context.ts';
import { openAlbumImport, openImport, useImportOpener } from './import-opener.ts';
import { ImportModal } from './panel/import-modal.tsx';
import { EMPTY_QUEUE, type ImportQueue } from './queue/import-queue.ts';
import { createImportRunner } from './runner/import-runner.ts';
import type { Transport } from './runner/transport.ts';
import { ImportTray } from './tray/import-tray.tsx';

beforeEach(() => vi.stubGlobal('innerWidth', 1200));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const photo = (name: string) => new File([`contents of ${name}`], name);
/** A connection so slow that nothing arrives. */
const never = () => new Promise<string>(() => {});

/** The import as the app shows it, over a transport that does at once what it is asked. */
async function show(transport: Partial<Transport> = {}) {
  const resources = { 'en-GB': { translation: texts } };
  const interpolation = { escapeValue: false };
  await i18next.use(initReactI18next).init({ lng: 'en-GB', resources, interpolation });
  const store = createStore<ImportQueue>(() => EMPTY_QUEUE);
  const usual: Transport = {
    send: async () => 'upload',
    commit: async (file) => ({ imageId: file.name, isDuplicate: false }),
    findKnown: async () => new Map(),
    addToAlbum: async () => undefined,
    forget: () => undefined,
  };
  const runner = createImportRunner({
    store,
    transport: { ...usual, ...transport },
    hash: async ({ name }) => name,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: Import }), history });
  const settings = { channel: { locale: 'en-GB' } as PublicChannel } as Settings;
  render(
    <MantineProvider env="test">
      <SettingsContext value={settings}>
        <ImportContext value={{ store, runner }}>
          <RouterProvider router={router} />
        </ImportContext>
      </SettingsContext>
    </MantineProvider>,
  );
  openImport();
  await screen.findByRole('dialog');
  const pick = (...files: File[]) =>
    userEvent.upload(screen.getByLabelText(/Choose (photos|more)/, { selector: 'input' }), files, {
      applyAccept: false,
    });
  return {
    store,
    history,
    pick,
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
  };
}

function Import() {
  const isOpen = useImportOpener((state) => state.isOpen);
  return (
    <>
      <ImportModal isOpen={isOpen} />
      {!isOpen && <ImportTray />}
      <Toasts />
    </>
  );
}

test('[IMP-01] [IMP-03] [IMP-08] [IMP-10] opens on My Device, with all that a desk needs', async () => {
  await show();
  expect(screen.getByRole('tab', { name: 'My Device' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('Or drag and drop your photos here.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Choose a folder' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Upload' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
});

test('[IMP-03] a phone has nothing to drag', async () => {
  vi.stubGlobal('innerWidth', 390);
  await show();
  expect(screen.queryByText('Or drag and drop your photos here.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Choose a folder' })).toBeNull();
});

test('[IMP-02] a refused file tells why, a known one that it is known', async () => {
  const { pick } = await show({ findKnown: async () => new Map([['b.jpg', 'photo']]) });
  await pick(photo('film.mp4'), photo('a.jpg'), photo('b.jpg'));
  expect(await screen.findByText('Only JPEG, PNG and HEIC photos can be added')).toBeDefined();
  expect(await screen.findByText(/^Saved ·/)).toBeDefined();
  expect(await screen.findByText(/^Already in your library ·/)).toBeDefined();
  expect(screen.getByText('1 of 1 saved')).toBeDefined();
  expect(screen.getByText('1 photo was already in your library')).toBeDefined();
});

test('[IMP-03] dropped files are taken, wherever on the page they fall', async () => {
  const { store } = await show();
  const drop = new Event('drop', { cancelable: true });
  const dataTransfer = { types: ['Files'], items: [], files: [photo('a.jpg')] };
  window.dispatchEvent(Object.assign(drop, { dataTransfer }));
  await waitFor(() => expect(store.getState().items).toHaveLength(1));
  expect(drop.defaultPrevented).toBe(true);
});

test('[IMP-08] Upload closes the modal, leads to the photos and tells how many were saved', async () => {
  const { history, pick, press } = await show();
  await pick(photo('a.jpg'), photo('b.jpg'));
  await screen.findByText('2 of 2 saved');
  await press('Upload');
  expect(await screen.findByText('2 photos saved to your library')).toBeDefined();
  expect(history.location.pathname).toBe('/my-photos/photos');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[ALD-33] opened for an album it names it, remembers it for what is picked, and leads to it', async () => {
  const { history, store, pick, press } = await show();
  act(() => openAlbumImport({ albumId: 'a1', name: 'Sea' }));
  expect(await screen.findByText('The photos you choose also go into the album Sea.')).toBeDefined();
  await pick(photo('a.jpg'));
  await screen.findByText('1 of 1 saved');
  expect(store.getState().items.map(({ albumId }) => albumId)).toEqual(['a1']);
  await press('Upload');
  await waitFor(() => expect(history.location.pathname).toBe('/my-photos/albums/a1'));
});

test('what is on its way goes on in a tray, from which the modal is found again', async () => {
  const { pick, press } = await show({ send: never });
  await pick(photo('a.jpg'));
  await press('Upload');
  expect(await screen.findByText('0 of 1 saved')).toBeDefined();
  await press('Show');
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('[IMP-10] Cancel stops what is not saved and says what stays', async () => {
  const { store, pick, press } = await show({
    send: (file) => (file.name === 'a.jpg' ? Promise.resolve('upload') : never()),
  });
  await pick(photo('a.jpg'), photo('b.jpg'));
  await screen.findByText('1 of 2 saved');
  await press('Cancel');
  expect(await screen.findByText(/1 photo was saved before and stays/)).toBeDefined();
  expect(store.getState().items).toEqual([]);
});

test('ten thousand files are a list of a few rows', async () => {
  const { pick, store } = await show({ send: never });
  await pick(...Array.from({ length: 10_000 }, (_, at) => photo(`${at}.jpg`)));
  await waitFor(() => expect(store.getState().items).toHaveLength(10_000));
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
});

test('focus returns to what opened the import', async () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  await show();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
  opener.remove();
});
