// @vitest-environment happy-dom
import type { PushMessage } from '@keepsake/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activationQuery } from '#/features/activation/activation-query.ts';
import { useActivationState } from '#/features/activation/activation-state.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { toastStore } from '#/shared/ui/toasts/toast-store.ts';
import { ALL_ON, API, answersOf, prepareScreens, SHARED } from './albums/albums.fixture.ts';
import { createQueryClient } from './query-client.ts';
import { showApp } from './screens.fixture.tsx';

prepareScreens();
const forgotten = { isStarted: false, wasAsked: false, lastStatus: null };
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  useActivationState.setState(forgotten);
});

const PATH = `${API}/users/activate`;
const progress = (imported: number) => ({ total: 1_200, imported, failed: 0 });
const importing = (imported: number) => ({ status: 'IMPORTING', progress: progress(imported) });
const note = () => screen.queryByRole('region', { name: 'Bringing in your earlier photos' });
const addButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add photos' });

/** The photo section over a server whose status a test changes; what was asked for, and how to push. */
async function open(first: unknown) {
  const server = { status: first, started: importing(0) as unknown, asked: [] as string[] };
  const listeners = new Set<(message: PushMessage) => void>();
  const answers = answersOf(makePhotos(0, 2));
  const counted = (name: string, body: () => unknown) => () => {
    server.asked.push(name);
    return { body: body() };
  };
  const { [`${API}/users/counts`]: counts, [`${SHARED}/users`]: shared } = answers;
  answers[`${API}/users/counts`] = counted('counts', () => (counts as { body: unknown }).body);
  answers[`${SHARED}/users`] = counted('shared', () => (shared as { body: unknown }).body);
  answers[`GET ${PATH}`] = counted('status', () => server.status);
  answers[`POST ${PATH}`] = counted('start', () => server.started);
  const push = {
    wake: () => undefined,
    subscribe(listener: (message: PushMessage) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  await showApp({ path: '/my-photos/photos', answers, flags: ALL_ON, push });
  await waitFor(() => expect(server.asked).toContain('status'));
  const times = (name: string) => server.asked.filter((asked) => asked === name).length;
  const say = (type: 'import-started' | 'import-error' | 'import-finished', payload: unknown = {}) =>
    act(async () => {
      const message = { id: 'x', type, data: { payload, timestamp: '2026-01-01T00:00:00Z' } };
      for (const listener of listeners) listener(message as PushMessage);
    });
  return { server, times, say };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the activation', () => {
  it('[ACT-05, ACT-06] is started once when it is not, and watched while it goes on', async () => {
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

  it('[ACT-07] that came to ACTIVE refreshes photos and shared albums', async () => {
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

  it('[ACT-03, ACT-08, ACT-09] asks ten seconds after the end, and shows progress until then', async () => {
    const { server, times, say } = await open({ status: 'ACTIVE' });
    server.status = importing(0);
    await say('import-started');
    await waitFor(() => expect(note()?.textContent).toContain('0 of 1,200'));
    server.status = { status: 'ACTIVE' };
    await say('import-finished', { total: 5, imported: 3, failed: 2 });
    expect(await screen.findByText('2 earlier photos could not be brought in')).toBeTruthy();
    // The watcher sees the end before.
    await pass(9_000);
    const before = times('status');
    expect(note()).toBeTruthy();
    await pass(1_500);
    await waitFor(() => expect(note()).toBeNull());
    expect(times('status')).toBe(before + 1);
  });

  it('[PSH-03] that is given up says so and is not begun again before the next visit', async () => {
    const { server, times, say } = await open(importing(1));
    await waitFor(() => expect(note()).toBeTruthy());
    useActivationState.setState({ wasAsked: true });
    server.status = { status: 'NOT_ACTIVE' };
    await say('import-error');
    await waitFor(() => expect(note()).toBeNull());
    expect(toastStore.getState().toasts[0]?.message).toContain('could not all be brought in');
    expect(times('start')).toBe(0);
  });

  it('[ACT-01] takes no photos while all are being deleted, and takes them again when it is over', async () => {
    const { server } = await open({ status: 'DELETING' });
    await waitFor(async () => expect((await addButton()).disabled).toBe(true));
    server.status = { status: 'ACTIVE' };
    await pass(4_100);
    await waitFor(async () => expect((await addButton()).disabled).toBe(false));
  });

  it.each([[{ status: 'ACTIVE' }], [{ status: 'SLEEPING' }], [{ status: 7 }]])(
    '[ACT-02, ACT-10] of %j changes nothing on the screen',
    async (answer) => {
      const { times } = await open(answer);
      await pass(10_000);
      expect((await addButton()).disabled).toBe(false);
      expect(await screen.findAllByRole('link', { name: /photo/i })).toBeTruthy();
      expect([note(), times('start')]).toEqual([null, 0]);
    },
  );

  it('[ACT-10] fails in the specification’s words when the answer is bad', async () => {
    await open({ status: 'ACTIVE' });
    vi.stubGlobal('fetch', async () => new Response('{"status":7}'));
    const asked = createQueryClient().fetchQuery(activationQuery);
    await expect(asked).rejects.toThrow('Failed to parse response!');
  });
});
