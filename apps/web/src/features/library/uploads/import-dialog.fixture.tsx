import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { activationQuery } from '#/features/library/state/queries.ts';
import { EMPTY_QUEUE, type ImportQueue } from '#/features/library/upload-queue/import-queue.ts';
import { createImportRunner } from '#/features/library/upload-queue/import-runner.ts';
import type { Transport } from '#/features/library/upload-queue/transport.ts';
import { connectApi } from '#/shared/api/call.ts';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import { DialogOutlet } from '#/shared/ui/define-dialog.tsx';
import { Toasts } from '#/shared/ui/toasts.tsx';
import texts from '../../../../locales/en-GB.json' with { type: 'json' };
import { useImportSession } from './import-session.ts';
import { openImport } from './open-import.ts';
import { createPhoneLink, type PhoneTransferApi } from './phone-link.ts';

/** Sets up every test of a file, which replaces `useImportSession` by `vi.mock`: a desktop window. */
export function prepareImport(): void {
  beforeEach(() => {
    window.innerWidth = 1200;
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

export const photo = (name: string) => new File([`contents of ${name}`], name);
/** The main button, whose label says what it does. */
export const UPLOAD = /^(Upload|Remove) \d+ photos?$/;
/** A connection so slow that nothing arrives. */
export const never = () => new Promise<string>(() => {});

export const code = {
  transferId: 't1',
  token: 'the-token',
  pageUrl: 'http://shop.example/phone',
  isReachable: true,
  expiresAt: '2026-05-01T10:20:00Z',
};
export const upload = { PhotoManagementUploadViewEnabled: ['*'] };
const flags = { ...upload, PhotoManagementQrCodeUploadEnabled: ['*'] };

/** The import as shown by the app, with a transport that succeeds immediately. */
export async function show(
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

export type Undoable = { deletedDays: number; restored: string[][] };

/** Answers deletions and records them; if photos can come back for some days, `restored` records those that do. */
export function answerDeletions(
  answer: (photoIds: string[]) => Promise<{ failed: string[] }>,
  { deletedDays, restored }: Partial<Undoable> = {},
) {
  const requested: string[][] = [];
  connectApi({
    services: { photoManagement: '' },
    accessToken: async () => null,
    renewAccess: async () => false,
  });
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (url.endsWith('/users/counts')) return Response.json({ photosCount: 9, albumsCount: 0, deletedDays });
    if (url.endsWith('/photos/deleted/restore')) {
      const { photoIds } = JSON.parse(String(body)) as { photoIds: string[] };
      restored?.push(photoIds);
      return Response.json({ photoIds });
    }
    if (method !== 'DELETE') return Response.json({}, { status: 404 });
    const { photoIds } = JSON.parse(String(body)) as { photoIds: string[] };
    requested.push(photoIds);
    return Response.json(await answer(photoIds));
  });
  return requested;
}
export const ids = {
  a: '00000000-0000-4000-8000-00000000000a',
  b: '00000000-0000-4000-8000-00000000000b',
  known: '00000000-0000-4000-8000-00000000000c',
};
export const commit: Transport['commit'] = async ({ name }) => ({
  imageId: name === 'a.jpg' ? ids.a : ids.b,
  isDuplicate: false,
});
