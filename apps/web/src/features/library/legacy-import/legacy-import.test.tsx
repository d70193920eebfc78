// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '#/app/query-client.ts';
import { showApp } from '#/app/screens.fixture.tsx';
import { ALL_ON, API, answersOf, prepareScreens, SHARED } from '#/features/library/albums/albums.fixture.ts';
import { useLegacyImportState } from '#/features/library/legacy-import/legacy-import-state.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { activationQuery } from '#/features/library/state/queries.ts';
import { fakePush } from '#/shared/push.fixture.ts';
import { toastStore } from '#/shared/ui/toasts.tsx';

prepareScreens();
const forgotten = { isStarted: false, wasRequested: false, lastStatus: null };
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  useLegacyImportState.setState(forgotten);
});

const PATH = `${API}/users/activate`;
const progress = (imported: number) => ({ total: 1_200, imported, failed: 0 });
const importing = (imported: number) => ({ status: 'IMPORTING', progress: progress(imported) });
const failure = { id: '0190a5a5-0000-7000-8000-000000000001', fileName: 'a.gif', fault: 'not-a-photo' };
const note = () => screen.queryByRole('region', { name: 'Importing your earlier photos' });
const addButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add photos' });

/** Opens the photo section with a server whose status a test can change. Returns the requests, and a function to push. */
async function open(
  first: unknown,
  { startFails = false, started = importing(0) as object, path = '/my-photos/photos' } = {},
) {
  const server = { status: first, started, startFails, requested: [] as string[] };
  const answers = answersOf(makePhotos(0, 2));
  const counted = (name: string, body: () => unknown) => () => {
    server.requested.push(name);
    return { body: body() };
  };
  const { [`${API}/users/counts`]: counts, [`${SHARED}/users`]: shared } = answers;
  answers[`${API}/users/counts`] = counted('counts', () => (counts as { body: unknown }).body);
  answers[`${SHARED}/users`] = counted('shared', () => (shared as { body: unknown }).body);
  answers[`GET ${PATH}`] = counted('status', () => server.status);
  answers[`POST ${PATH}`] = () => ({
    ...counted('start', () => server.started)(),
    ...(server.startFails ? { status: 500 } : {}),
  });
  answers[`${PATH}/failures`] = { body: { items: [failure], total: 1 } };
  const push = fakePush();
  await showApp({ path, answers, flags: ALL_ON, push });
  await waitFor(() => expect(server.requested).toContain('status'));
  const times = (name: string) => server.requested.filter((requested) => requested === name).length;
  const say = (type: 'import-started' | 'import-error' | 'import-finished', payload: unknown = {}) =>
    act(async () => push.say(type, { payload, timestamp: '2026-01-01T00:00:00Z' }));
  return { server, times, say, push };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the legacy import', () => {
  test('is started once when the library is not active, and followed while it runs [ACT-05, ACT-06]', async () => {
    const { server, times } = await open({ status: 'NOT_ACTIVE' });
    await waitFor(() => expect(note()?.textContent).toContain('0 of 1,200'));
    expect(times('start')).toBe(1);
    server.status = importing(300);
    await pass(4_100);
    await waitFor(() => expect(note()?.textContent).toContain('300 of 1,200'));
    expect(screen.getByRole('progressbar', { name: /300 of 1,200/ }).getAttribute('aria-valuenow')).toBe(
      '25',
    );
  });

  test('refreshes photos and shared albums once the library is active [ACT-07]', async () => {
    const { server, times } = await open(importing(1_000));
    await waitFor(() => expect(note()).toBeTruthy());
    const before = [times('counts'), times('shared')];
    server.status = { status: 'ACTIVE' };
    await pass(4_100);
    await waitFor(() => expect(note()).toBeNull());
    await waitFor(() => {
      expect(times('counts')).toBeGreaterThan(before[0] ?? 0);
      expect(times('shared')).toBeGreaterThan(before[1] ?? 0);
    });
  });

  test('refreshes the status ten seconds after the end, and shows progress until then [ACT-03, ACT-08, ACT-09]', async () => {
    const { server, times, say } = await open({ status: 'ACTIVE' });
    server.status = importing(0);
    await say('import-started');
    await waitFor(() => expect(note()?.textContent).toContain('0 of 1,200'));
    server.status = {
      status: 'ACTIVE',
      lastImport: { ended: '2026-01-01T00:00:00Z', imported: 5, failed: 0 },
    };
    await say('import-finished', { total: 5, imported: 5, failed: 0 });
    // Polling detects the end earlier.
    await pass(4_500);
    expect(toastStore.getState().toasts[0]?.message).toBe('5 earlier photos are in your library');
    expect(note()?.textContent).toContain('5 of 5');
    await pass(4_500);
    const before = times('status');
    expect(note()).toBeTruthy();
    await pass(1_500);
    await waitFor(() => expect(note()).toBeNull());
    expect(times('status')).toBe(before + 1);
  });

  test('whose push messages are lost shows its result through polling, and links to the photos that failed', async () => {
    const { server } = await open(importing(0));
    await waitFor(() => expect(note()).toBeTruthy());
    server.status = {
      status: 'ACTIVE',
      lastImport: { ended: '2026-01-01T00:00:00Z', imported: 3, failed: 2 },
    };
    await pass(4_100);
    await waitFor(() => expect(note()).toBeNull());
    const [toast] = toastStore.getState().toasts;
    expect(toast).toMatchObject({ message: '2 earlier photos could not be imported', tone: 'failure' });
    await act(async () => toast?.action?.run());
    expect(await screen.findByRole('heading', { name: 'Earlier photos not imported' })).toBeTruthy();
    expect((await screen.findByText('a.gif')).nextSibling?.textContent).toBe(
      'This file is not a JPEG, PNG or HEIC photo.',
    );
    fireEvent.click(await screen.findByRole('button', { name: /Notifications/ }));
    const notified = await screen.findByRole('link', { name: /2 earlier photos could not be imported/ });
    expect(notified.textContent).toContain('3 earlier photos are in your library');
    expect(notified.getAttribute('href')).toBe('/my-photos/earlier-photos');
  });

  test('that is given up says so, does not restart on its own, and can be retried [PSH-03]', async () => {
    const { server, times, say } = await open(importing(1));
    await waitFor(() => expect(note()).toBeTruthy());
    useLegacyImportState.setState({ wasRequested: true });
    server.status = { status: 'NOT_ACTIVE' };
    await say('import-error');
    await waitFor(() => expect(note()).toBeNull());
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Not all of your earlier photos could be imported.',
    );
    await pass(10_000);
    expect(times('start')).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(note()?.textContent).toContain('0 of 1,200'));
    expect(times('start')).toBe(1);
  });

  test('that was started elsewhere and ends unobserved leaves no note behind', async () => {
    const { server, say } = await open(importing(1));
    await waitFor(() => expect(note()).toBeTruthy());
    server.status = { status: 'ACTIVE' };
    await pass(4_100);
    await waitFor(() => expect(note()).toBeNull());
    server.status = {
      status: 'ACTIVE',
      lastImport: { ended: '2026-01-01T00:00:00Z', imported: 1, failed: 0 },
    };
    await say('import-started');
    await pass(1_000);
    await waitFor(() => expect(note()).toBeNull());
  });

  test('that has finished when its start is answered shows its result, too', async () => {
    const lastImport = { ended: '2026-01-01T00:00:00Z', imported: 1, failed: 0 };
    await open({ status: 'NOT_ACTIVE' }, { started: { status: 'ACTIVE', lastImport } });
    const message = '1 earlier photo is in your library';
    await waitFor(() => expect(toastStore.getState().toasts[0]).toMatchObject({ message }));
  });

  test('that could not be started says so and can be tried again', async () => {
    const { server, times } = await open({ status: 'NOT_ACTIVE' }, { startFails: true });
    const repeated = await screen.findByRole('button', { name: 'Try again' });
    server.startFails = false;
    fireEvent.click(repeated);
    await waitFor(() => expect(note()).toBeTruthy());
    expect(times('start')).toBe(2);
  });

  test('does not allow adding photos while all are being deleted, says why, and does afterwards [ACT-01]', async () => {
    const { server } = await open({ status: 'DELETING' });
    const why = 'You can add photos again as soon as your photos have been deleted.';
    await waitFor(async () => expect((await addButton()).getAttribute('aria-disabled')).toBe('true'));
    const button = await addButton();
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why);
    fireEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    server.status = { status: 'ACTIVE' };
    await pass(4_100);
    await waitFor(async () => expect((await addButton()).getAttribute('aria-disabled')).toBeNull());
  });

  test.each(['/', '/my-photos/albums'])(
    'allows adding photos as soon as a message says that all are deleted, on %s [ACT-01]',
    async (path) => {
      const { server, times, push } = await open({ status: 'DELETING' }, { path });
      await waitFor(async () => expect((await addButton()).getAttribute('aria-disabled')).toBe('true'));
      const requested = times('status');
      server.status = { status: 'ACTIVE' };
      act(() => push.say('photos-changed', { change: 'deleted', photoIds: [] }));
      await pass(400);
      expect(times('status'), 'not at the next poll').toBeGreaterThan(requested);
      await waitFor(async () => expect((await addButton()).getAttribute('aria-disabled')).toBeNull());
    },
  );

  test.each([[{ status: 'ACTIVE' }], [{ status: 'SLEEPING' }], [{ status: 7 }]])(
    'with %j changes nothing on the screen [ACT-02, ACT-10]',
    async (answer) => {
      const { times } = await open(answer);
      await pass(10_000);
      expect((await addButton()).getAttribute('aria-disabled')).toBeNull();
      expect(await screen.findAllByRole('link', { name: /photo/i })).toBeTruthy();
      expect([note(), times('start')]).toEqual([null, 0]);
    },
  );

  test('fails with the specification’s message if the response is invalid [ACT-10]', async () => {
    await open({ status: 'ACTIVE' });
    vi.stubGlobal('fetch', async () => new Response('{"status":7}'));
    const requested = createQueryClient().fetchQuery(activationQuery);
    await expect(requested).rejects.toThrow('Failed to parse response!');
  });
});
