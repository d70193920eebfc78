// @vitest-environment happy-dom
import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { PHONE_TRANSFER_RENEWAL_MS } from '@keepsake/contracts/library/phone-transfers';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { activationQuery } from '#/features/library/state/queries.ts';
import { EMPTY_QUEUE, type ImportQueue } from '#/features/library/upload-queue/import-queue.ts';
import { createImportRunner } from '#/features/library/upload-queue/import-runner.ts';
import type { Transport } from '#/features/library/upload-queue/transport.ts';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { connectApi } from '#/shared/api/call.ts';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import { DialogOutlet } from '#/shared/ui/define-dialog.tsx';
import { Toasts } from '#/shared/ui/toasts.tsx';
import texts from '../../../../locales/en-GB.json' with { type: 'json' };
import { useImportSession } from './import-session.ts';
import { openAlbumImport, openImport } from './open-import.ts';
import { createPhoneLink, type PhoneTransferApi } from './phone-link.ts';

vi.mock('./import-session.ts', async (original) => ({
  ...(await original<object>()),
  useImportSession: vi.fn(),
}));
beforeEach(() => {
  window.innerWidth = 1200;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const photo = (name: string) => new File([`contents of ${name}`], name);
/** The main button, whose label says what it does. */
const UPLOAD = /^(Upload|Remove) \d+ photos?$/;
/** A connection so slow that nothing arrives. */
const never = () => new Promise<string>(() => {});

const code = {
  transferId: 't1',
  token: 'the-token',
  pageUrl: 'http://shop.example/phone',
  isReachable: true,
  expiresAt: '2026-05-01T10:20:00Z',
};
const upload = { PhotoManagementUploadViewEnabled: ['*'] };
const flags = { ...upload, PhotoManagementQrCodeUploadEnabled: ['*'] };

/** The import as shown by the app, with a transport that succeeds immediately. */
async function show(
  transport: Partial<Transport> = {},
  {
    featureFlags = flags,
    phone = {},
    status = 'ACTIVE',
  }: { featureFlags?: Record<string, string[]>; phone?: Partial<PhoneTransferApi>; status?: string } = {},
) {
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
  const phoneApi: PhoneTransferApi = {
    create: vi.fn(async () => code),
    renew: vi.fn(async () => ({ expiresAt: code.expiresAt })),
    read: vi.fn(async () => ({ expiresAt: code.expiresAt, isOpened: true, arrivals: [], phones: [] })),
    end: vi.fn(async () => undefined),
    ...phone,
  };
  const phoneLink = createPhoneLink({
    api: phoneApi,
    onArrived: runner.receive,
    onRefused: runner.receiveRefusals,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  vi.mocked(useImportSession).mockReturnValue({ store, runner, phoneLink });
  const router = createRouter({ routeTree: routes(), history });
  const settings = {
    channel: { id: 'pennyfern', locale: 'en-GB' } as PublicChannel,
    configuration: { featureFlags },
  } as unknown as Settings;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  queryClient.setQueryData(activationQuery.queryKey, { status });
  render(
    <MantineProvider env="test">
      <SettingsContext value={settings}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </SettingsContext>
    </MantineProvider>,
  );
  act(openImport);
  if (featureFlags.PhotoManagementUploadViewEnabled) await screen.findByRole('dialog');
  const pick = (...files: File[]) =>
    userEvent.upload(screen.getByLabelText(/Choose (photos|more)/, { selector: 'input' }), files, {
      applyAccept: false,
    });
  return {
    store,
    history,
    phoneApi,
    phoneLink,
    runner,
    /** Sets another activation status, as if the watcher had received it. */
    become: (other: string) =>
      act(() => queryClient.setQueryData(activationQuery.queryKey, { status: other })),
    pick,
    press: (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name })),
  };
}

/** Any address within the shell, and a preview outside of it. */
function routes() {
  const root = createRootRoute({
    component: () => (
      <>
        <DialogOutlet />
        <Toasts />
      </>
    ),
  });
  const shell = createRoute({ getParentRoute: () => root, id: '_shell' });
  const page = createRoute({ getParentRoute: () => shell, path: '$' });
  const preview = createRoute({ getParentRoute: () => root, path: '/preview' });
  return root.addChildren([shell.addChildren([page]), preview]);
}

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
  expect(screen.getByText('2 of 2 saved')).toBeDefined();
  expect(screen.getByText('1 photo was already in your library')).toBeDefined();
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
  expect(screen.getByText('"Upload 1 photo" also removes 1 photo from your library.')).toBeDefined();
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

/** Answers deletions and records them. */
function answerDeletions(answer: (photoIds: string[]) => Promise<{ failed: string[] }>) {
  const requested: string[][] = [];
  connectApi({
    services: { photoManagement: '' },
    accessToken: async () => null,
    renewAccess: async () => false,
  });
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method !== 'DELETE') return Response.json({}, { status: 404 });
    const { photoIds } = JSON.parse(String(body)) as { photoIds: string[] };
    requested.push(photoIds);
    return Response.json(await answer(photoIds));
  });
  return requested;
}
const ids = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
  known: '00000000-0000-4000-8000-00000000000c',
};
const commit: Transport['commit'] = async ({ name }) => ({
  imageId: name === 'a.jpg' ? ids.a : ids.b,
  isDuplicate: false,
});

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
  expect(await screen.findByText('Not all marked photos could be removed. Try again.')).toBeDefined();
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

test('the code on the phone’s tab leads to its page, with the address as text beside it [IMP-04] [IMP-07] [UPL-02]', async () => {
  const { press, phoneApi } = await show();
  expect(phoneApi.create).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  expect(await screen.findByRole('img', { name: 'QR code for the page on your phone' })).toBeDefined();
  const address = screen.getByLabelText<HTMLInputElement>('Address of the page for your phone');
  expect(address.value).toBe('http://shop.example/phone?channel=pennyfern#the-token');
  expect(screen.getByText('Waiting for your phone')).toBeDefined();
  expect(screen.queryByText(/only works on this computer/)).toBeNull();
  await press('Cancel');
  expect(phoneApi.end).toHaveBeenCalledWith('t1');
});

const pushArrival = (phoneLink: ReturnType<typeof createPhoneLink>, uploadId: string, duplicate = false) =>
  phoneLink.receive({
    id: uploadId,
    timestamp: '2026-05-01T10:00:00Z',
    type: 'phone-transfer-changed',
    data: {
      transferId: 't1',
      arrival: { uploadId, imageId: ids.a, fileName: `${uploadId}.heic`, bytes: 9, duplicate },
    },
  });

test('photos from a phone appear as they arrive, and can be marked; a duplicate cannot; failed files are named [UPL-02] [PSH-07]', async () => {
  const refusals = [{ refusalId: 'r', fileName: 'letter.jpg', reason: 'not-a-photo' as const }];
  const phones = [{ phoneId: 'p', picked: 2, sent: 0, refusals, isOpen: true }];
  const read = async () => ({ expiresAt: code.expiresAt, isOpened: true, arrivals: [], phones });
  const { phoneLink, press } = await show({}, { phone: { read } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('Waiting for your phone');
  await act(() => phoneLink.catchUp());
  const push = (uploadId: string, duplicate: boolean) => pushArrival(phoneLink, uploadId, duplicate);
  act(() => push('u1', false));
  expect(await screen.findByText('u1.heic')).toBeDefined();
  expect(screen.getByText('Your phone is connected')).toBeDefined();
  expect(screen.getByText('1 of 2 saved')).toBeDefined();
  expect(screen.getByText('1 more on the phone. Keep the page open there.')).toBeDefined();
  expect(screen.getByText('letter.jpg')).toBeDefined();
  expect(screen.getByText('On your phone: This is not a photo we can read')).toBeDefined();
  await press('Remove letter.jpg from the list');
  await act(() => phoneLink.catchUp());
  expect(screen.queryByText('letter.jpg')).toBeNull();
  act(() => push('u2', true));
  act(() => push('u2', true));
  expect(screen.getByText('2 of 2 saved')).toBeDefined();
  expect(
    screen.getByText(/^Your phone has sent everything\. After you close this window, it can send more/),
  ).toBeDefined();
  expect(await screen.findAllByText('u2.heic')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Remove u1.heic from your library' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove u2.heic from your library' })).toBeNull();
});

test('photos sent by a phone after the dialog is closed go to the tray, and reopening lists nothing twice [UPL-02]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const arrival = (name: string) => ({
    uploadId: name,
    imageId: ids.a,
    fileName: name,
    bytes: 9,
    duplicate: false,
  });
  const arrivals = [arrival('a.heic')];
  const phones = [{ phoneId: 'p', picked: 1, sent: 1, refusals: [], isOpen: true }];
  const read = async () => ({ expiresAt: code.expiresAt, isOpened: true, arrivals, phones });
  const { phoneApi, phoneLink, press } = await show({}, { phone: { read } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('Waiting for your phone');
  await act(() => phoneLink.catchUp());
  await press('Done');
  await screen.findByText('1 photo saved to your library');

  phones[0] = { phoneId: 'p', picked: 3, sent: 1, refusals: [], isOpen: true };
  arrivals.push(arrival('b.heic'));
  await act(() => phoneLink.catchUp());
  expect(await screen.findByText('1 of 2 saved')).toBeDefined();
  vi.advanceTimersByTime(PHONE_TRANSFER_RENEWAL_MS);
  expect(phoneApi.renew, 'the code lasts while a phone sends').toHaveBeenCalled();
  await press('Show');
  await screen.findByRole('dialog');
  expect(screen.queryByText('a.heic')).toBeNull();
  expect(screen.getByText('b.heic')).toBeDefined();
  vi.useRealTimers();
});

test('photos sent by a phone one after another after the dialog is closed are announced together', async () => {
  const { phoneLink } = await show();
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('Waiting for your phone');
  await act(() => phoneLink.catchUp());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const name of ['u1', 'u2']) await act(async () => pushArrival(phoneLink, name));
  expect(await screen.findByText('2 photos saved to your library', {}, { timeout: 5_000 })).toBeDefined();
  expect(screen.queryByText('1 photo saved to your library')).toBeNull();
});

test('for a closed phone page the tray says what was not sent, without another file’s reason', async () => {
  const refusals = [{ refusalId: 'r', fileName: 'letter.jpg', reason: 'not-a-photo' as const }];
  const phones = [{ phoneId: 'p', picked: 1, sent: 0, refusals, isOpen: false }];
  const read = async () => ({ expiresAt: code.expiresAt, isOpened: true, arrivals: [], phones });
  const { phoneLink } = await show({}, { phone: { read } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('Waiting for your phone');
  await act(() => phoneLink.catchUp());
  await userEvent.keyboard('{Escape}');
  const tray = within(await screen.findByRole('complementary'));
  expect(
    tray.getAllByText(/^1 photo on your phone was not sent because the page was closed/),
  ).not.toHaveLength(0);
  expect(tray.queryByText('This is not a photo we can read')).toBeNull();
});

test('a saved photo that cannot be displayed says so in the list and in the tray, with what helps, and has no tick', async () => {
  const { pick, press, runner } = await show();
  const helps = /^1 photo has been saved but cannot be shown\. Open it/;
  await pick(photo('a.jpg'), photo('b.jpg'));
  await waitFor(() => expect(screen.getAllByText(/^Saved ·/)).toHaveLength(2));
  act(() => runner.shownPhotos.note(new Map([['a.jpg', false]])));
  expect(screen.getByText('Saved, but cannot be shown')).toBeDefined();
  expect(screen.getAllByText(helps).length).toBeGreaterThan(0);
  await userEvent.keyboard('{Escape}');
  expect(await within(await screen.findByRole('complementary')).findAllByText(helps)).toBeDefined();
  await press('Show');
  await press('Done');
  act(() => runner.shownPhotos.note(new Map([['b.jpg', false]])));
  expect(await within(await screen.findByRole('complementary')).findAllByText(helps)).toBeDefined();
});

test('with a loopback address the tab says so and shows how to set PUBLIC_URL [UPL-02]', async () => {
  await show({}, { phone: { create: async () => ({ ...code, isReachable: false }) } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  expect(await screen.findByText(/only works on this computer/)).toBeDefined();
  expect(screen.getByText(/PUBLIC_URL=http/)).toBeDefined();
  expect(screen.getByRole('img', { name: 'QR code for the page on your phone' })).toBeDefined();
});

test('a code that could not be created can be requested again', async () => {
  const create = vi.fn(async () => code).mockRejectedValueOnce(new Error('away'));
  const { press } = await show({}, { phone: { create } });
  await userEvent.click(screen.getByRole('tab', { name: 'Transfer from Phone' }));
  await screen.findByText('The code could not be created.');
  await press('Try again');
  expect(await screen.findByRole('img', { name: 'QR code for the page on your phone' })).toBeDefined();
});

test('the tab does not exist on phones, and without its flag [IMP-05] [IMP-06] [FLG-08]', async () => {
  await show({}, { featureFlags: upload });
  expect(screen.queryByRole('tab', { name: 'Transfer from Phone' })).toBeNull();
  cleanup();
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  await show();
  expect(screen.queryByRole('tab', { name: 'Transfer from Phone' })).toBeNull();
});

test('a desktop has the tab however far the page is zoomed [IMP-05]', async () => {
  window.innerWidth = 390;
  await show();
  expect(screen.getByRole('tab', { name: 'Transfer from Phone' })).toBeDefined();
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
    await screen.findByText('Create an album "Italy 2024" from the 1 photo in this folder?'),
  ).toBeDefined();
  await waitFor(() => expect(store.getState().items[0]?.status).toBe('saved'));
  await press('Create album');
  await waitFor(() => expect(addToAlbum).toHaveBeenCalledWith(ids.b, ['a.jpg']));
  expect(albums).toEqual(['Italy 2024']);
  expect(screen.queryByRole('button', { name: 'Create album' })).toBeNull();
});

/** An import with one photo saved, one already known, and one being sent. */
async function showHalfDone() {
  const requested = answerDeletions(async () => ({ failed: [] }));
  const shown = await show({
    commit,
    send: (file) => (file.name === 'b.jpg' ? never() : Promise.resolve('upload')),
    findKnown: async () => new Map([['known.jpg', ids.known]]),
  });
  await shown.pick(photo('a.jpg'), photo('known.jpg'), photo('b.jpg'));
  await screen.findByText('2 of 3 saved');
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

test('with nothing to add the main button says Done [IMP-08]', async () => {
  const { pick, press } = await show({ findKnown: async () => new Map([['a.jpg', ids.a]]) });
  await pick(photo('a.jpg'));
  await screen.findByText(/^Already in your library ·/);
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reopened once all is saved it only says Done, even beside rejected files, and repeats nothing [IMP-08]', async () => {
  const { history, pick, press } = await show();
  await pick(photo('a.jpg'), photo('letter.mp4'));
  await screen.findByText('1 of 1 saved');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  await userEvent.keyboard('{Escape}');
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

test('rejected files alone are dismissed by Done', async () => {
  const { pick, press } = await show();
  await pick(photo('letter.mp4'));
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('complementary')).toBeNull();
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
