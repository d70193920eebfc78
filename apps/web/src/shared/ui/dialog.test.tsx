// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';
import DiscardQuestion from './discard-question.tsx';

function Two({ isInnerClosable = true }: { isInnerClosable?: boolean }) {
  const [open, setOpen] = useState({ outer: true, inner: true });
  return (
    <MantineProvider env="test">
      <Dialog isOpen={open.outer} onClose={() => setOpen({ ...open, outer: false })} title="Outer">
        first
      </Dialog>
      <Dialog
        isOpen={open.inner}
        onClose={() => setOpen({ ...open, inner: false })}
        title="Inner"
        isClosable={isInnerClosable}
      >
        second
      </Dialog>
    </MantineProvider>
  );
}

afterEach(cleanup);
const titles = () => screen.queryAllByRole('dialog').map((dialog) => dialog.textContent);
const isLocked = () => document.documentElement.dataset.scrollLocked === 'true';

test('of two dialogs Escape closes the later, then the other [MOD-01] [MOD-02]', async () => {
  render(<Two />);
  expect(titles()).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(titles()).toEqual([expect.stringContaining('Outer')]));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(titles()).toEqual([]));
});

test('Escape closes nothing while the topmost is not closable [MOD-02]', async () => {
  render(<Two isInnerClosable={false} />);
  await userEvent.keyboard('{Escape}');
  expect(titles()).toHaveLength(2);
});

test('the page is locked until the last dialog has closed [MOD-03]', async () => {
  render(<Two />);
  expect(isLocked()).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(titles()).toHaveLength(1));
  expect(isLocked()).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(isLocked()).toBe(false));
});

/** Presses the backdrop of the only dialog, so many milliseconds after now. */
function pressBackdrop(later: number): void {
  const backdrop = document.querySelector('[data-fixed]') as HTMLElement;
  const down = new PointerEvent('pointerdown', { bubbles: true });
  Object.defineProperty(down, 'timeStamp', { value: performance.now() + later });
  fireEvent(backdrop, down);
  fireEvent.click(backdrop);
}

test('the second click of the double click that opened a dialog does not close it; a later press does', async () => {
  render(<WithForm isUnsaved={false} />);
  pressBackdrop(0);
  pressBackdrop(290);
  expect(titles()).toHaveLength(1);
  pressBackdrop(600);
  await waitFor(() => expect(titles()).toEqual([]));
});

function Deleting({ state }: { state: 'idle' | 'pending' | 'done' }) {
  return (
    <MantineProvider env="test">
      <Dialog isOpen onClose={() => undefined} title="Delete">
        {state !== 'done' && (
          <button type="button" disabled={state === 'pending'}>
            go
          </button>
        )}
      </Dialog>
    </MantineProvider>
  );
}

test('a pressed button that is disabled or goes leaves the focus in the dialog, and has it again after a failure', () => {
  const { rerender } = render(<Deleting state="idle" />);
  const button = screen.getByRole('button', { name: 'go' });
  act(() => button.focus());
  rerender(<Deleting state="pending" />);
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
  rerender(<Deleting state="idle" />);
  expect(document.activeElement).toBe(button);
  rerender(<Deleting state="done" />);
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});

/** A dialog with a form that holds what was typed, and the question. */
function WithForm({ isUnsaved }: { isUnsaved: boolean }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <MantineProvider env="test">
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Name">
        <form data-unsaved={isUnsaved || undefined}>the form</form>
      </Dialog>
      <DiscardQuestion />
    </MantineProvider>
  );
}

/** As shown: other tests of the process may have loaded the texts. */
const textOf = (key: string) => i18next.t(key) || key;
const question = () => screen.findByRole('dialog', { name: textOf('unsaved.title') });
const answer = async (key: string) =>
  userEvent.click(await screen.findByRole('button', { name: textOf(key) }));

test('a dialog that holds what was typed closes only once the customer discards it', async () => {
  render(<WithForm isUnsaved />);
  await userEvent.keyboard('{Escape}');
  await question();
  await answer('unsaved.keep');
  await waitFor(() => expect(titles()).toEqual([expect.stringContaining('the form')]));
  await userEvent.keyboard('{Escape}');
  await question();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(titles()).toEqual([expect.stringContaining('the form')]));
  await userEvent.keyboard('{Escape}');
  await answer('unsaved.discard');
  await waitFor(() => expect(titles()).toEqual([]));
});

test('a dialog whose form holds nothing new closes without a question', async () => {
  render(<WithForm isUnsaved={false} />);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(titles()).toEqual([]));
});
