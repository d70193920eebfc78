// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeAllDialogs, DialogOutlet, type DialogProps, defineDialog } from './define-dialog.tsx';
import { useLayer } from './layers.ts';
import { toastStore } from './toasts.tsx';

afterEach(() => {
  cleanup();
  toastStore.setState({ toasts: [] });
});

let mounted = 0;

/** Shows its props, and which instance it is. */
function Greeting({ name, isOpen, onClose }: { name: string } & DialogProps) {
  const [instance] = useState(() => ++mounted);
  return (
    <button type="button" onClick={onClose}>
      {`${name} ${instance} ${isOpen ? 'open' : 'closed'}`}
    </button>
  );
}

function show() {
  mounted = 0;
  const load = vi.fn(async () => ({ default: Greeting }));
  const dialog = defineDialog<{ name: string }>('greeting', load);
  render(<DialogOutlet />);
  return { load, open: (name: string) => act(async () => dialog.open({ name })), dialog };
}

test('a dialog is loaded when it is first opened, and not before', async () => {
  const { load, open, dialog } = show();
  dialog.close();
  expect(load).not.toHaveBeenCalled();
  await open('Anna');
  expect(screen.getByText('Anna 1 open')).toBeDefined();
  await open('Bo');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a closed dialog stays mounted, with the props it was opened with', async () => {
  const { open } = show();
  await open('Anna');
  act(() => screen.getByText('Anna 1 open').click());
  expect(screen.getByText('Anna 1 closed')).toBeDefined();
});

test('opening again replaces the props of the same dialog', async () => {
  const { open } = show();
  await open('Anna');
  await open('Bo');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Bo 1 open']);
});

test('a dialog stays visible while another opens over it', async () => {
  const { open } = show();
  const loading = Promise.withResolvers<{ default: () => React.ReactNode }>();
  const second = defineDialog('second', () => loading.promise);
  await open('Anna');
  act(() => second.open());
  expect(screen.getByText('Anna 1 open').style.display).toBe('');
  await act(async () => loading.resolve({ default: () => <p>over it</p> }));
  expect(screen.getByText('over it')).toBeDefined();
  expect(screen.getByText('Anna 1 open')).toBeDefined();
});

test('a closed dialog starts afresh when reopened, unless it continues working while closed', async () => {
  const { open } = show();
  await open('Anna');
  act(() => screen.getByText('Anna 1 open').click());
  await open('Anna');
  expect(screen.getByText('Anna 2 open')).toBeDefined();
  const working = defineDialog<{ name: string }>('working', async () => ({ default: Greeting }), {
    staysAlive: true,
  });
  await act(async () => working.open({ name: 'Cleo' }));
  act(() => screen.getByText('Cleo 3 open').click());
  await act(async () => working.open({ name: 'Cleo' }));
  expect(screen.getByText('Cleo 3 open')).toBeDefined();
});

test('a dialog whose code fails to load says so, and is loaded again when it is reopened', async () => {
  const load = vi.fn(async () => ({ default: Greeting }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const dialog = defineDialog<{ name: string }>('unreliable', load);
  mounted = 0;
  render(<DialogOutlet />);
  await act(async () => dialog.open({ name: 'Anna' }));
  expect(toastStore.getState().toasts).toMatchObject([{ tone: 'failure' }]);
  expect(screen.queryByRole('button')).toBeNull();
  await act(async () => dialog.open({ name: 'Anna' }));
  expect(screen.getByText('Anna 1 open')).toBeDefined();
});

test("'Try again' opens the dialog whose code failed to load, with what it was opened with", async () => {
  const load = vi.fn(async () => ({ default: Greeting }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const dialog = defineDialog<{ name: string }>('tried again', load);
  mounted = 0;
  render(<DialogOutlet />);
  await act(async () => dialog.open({ name: 'Anna' }));
  await act(async () => toastStore.getState().toasts.at(-1)?.action?.run());
  expect(toastStore.getState().toasts).toEqual([]);
  expect(screen.getByText('Anna 1 open')).toBeDefined();
});

/** A mode of the page, such as selecting. */
function Mode({ onLeave }: { onLeave: () => void }) {
  useLayer(true, { kind: 'mode', onLeave });
  return null;
}

test('Escape leaves a dialog that is still loading, not the mode below it, and says nothing if it never loads [MOD-01]', async () => {
  const loading = Promise.withResolvers<{ default: typeof Greeting }>();
  const dialog = defineDialog<{ name: string }>('slow', () => loading.promise);
  const leaveMode = vi.fn();
  render(
    <>
      <Mode onLeave={leaveMode} />
      <DialogOutlet />
    </>,
  );
  await act(async () => dialog.open({ name: 'Anna' }));
  expect(screen.getByRole('status')).toBeDefined();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(leaveMode).not.toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(leaveMode).toHaveBeenCalledOnce();
  await act(async () => loading.reject(new TypeError('Failed to fetch dynamically imported module')));
  expect(toastStore.getState().toasts).toEqual([]);
});

test('a dialog at hand has its code loaded before it is opened, and a failure of that says nothing', async () => {
  const load = vi.fn(async () => ({ default: Greeting }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const dialog = defineDialog<{ name: string }>('at hand', load);
  dialog.loadWhenIdle();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(toastStore.getState().toasts).toEqual([]);
});

test('dialogs start afresh after all are discarded', async () => {
  const { open } = show();
  await open('Anna');
  act(closeAllDialogs);
  expect(screen.queryByRole('button')).toBeNull();
  await open('Anna');
  expect(screen.getByText('Anna 2 open')).toBeDefined();
});

test('offline, a dialog that cannot be loaded says nothing beside the notice that the browser is offline', async () => {
  onlineManager.setOnline(false);
  const load = async (): Promise<{ default: typeof Greeting }> => Promise.reject(new Error('offline'));
  const dialog = defineDialog<{ name: string }>('unreached', load);
  render(<DialogOutlet />);
  await act(async () => dialog.open({ name: 'Anna' }));
  expect(toastStore.getState().toasts).toEqual([]);
  onlineManager.setOnline(true);
  await act(async () => dialog.open({ name: 'Anna' }));
  expect(toastStore.getState().toasts).toHaveLength(1);
});
