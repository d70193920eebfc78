// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToast, Toasts, toastStore } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  toastStore.setState({ toasts: [] });
  render(<Toasts />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const isShown = (text: string) => screen.queryByText(text) !== null;

test('a toast closes by itself after five seconds, or after the time it was given [NTF-01]', () => {
  act(() => {
    showToast({ message: 'Saved' });
    showToast({ message: 'Your archive is ready', durationMs: 10_000 });
  });
  pass(4_999);
  expect(isShown('Saved')).toBe(true);
  pass(1);
  expect(isShown('Saved')).toBe(false);
  expect(isShown('Your archive is ready')).toBe(true);
  pass(5_000);
  expect(isShown('Your archive is ready')).toBe(false);
});

test('one that offers an action stays for ten seconds, enough to read it and to reach its button [NTF-01]', () => {
  act(() => void showToast({ message: 'Deleted', action: { label: 'Undo', run: () => undefined } }));
  pass(9_999);
  expect(isShown('Deleted')).toBe(true);
  pass(1);
  expect(isShown('Deleted')).toBe(false);
});

test('a toast without an end stays until it is closed', () => {
  act(() => void showToast({ message: 'Offline', durationMs: Number.POSITIVE_INFINITY }));
  pass(60_000);
  expect(isShown('Offline')).toBe(true);
});

test('a failure or an offered action that a later toast covers gets its whole time after it', () => {
  act(() => {
    showToast({ message: 'Could not be saved', tone: 'failure' });
    showToast({ message: 'Photo deleted', action: { label: 'Undo', run: () => undefined } });
    showToast({ message: 'Photos saved' });
  });
  pass(5_000);
  expect(isShown('Photos saved')).toBe(false);
  pass(9_999);
  expect(isShown('Photo deleted')).toBe(true);
  pass(1);
  expect(isShown('Photo deleted')).toBe(false);
  pass(4_999);
  expect(isShown('Could not be saved')).toBe(true);
  pass(1);
  expect(isShown('Could not be saved')).toBe(false);
});

test('it pauses while hovered', () => {
  act(() => void showToast({ message: 'Saved' }));
  pass(3_000);
  const toast = screen.getByText('Saved');
  fireEvent.pointerEnter(toast.parentElement as Element);
  pass(60_000);
  expect(isShown('Saved')).toBe(true);
  fireEvent.pointerLeave(toast.parentElement as Element);
  pass(1_999);
  expect(isShown('Saved')).toBe(true);
  pass(1);
  expect(isShown('Saved')).toBe(false);
});

test('it is announced and can be closed', () => {
  act(() => void showToast({ message: 'Saved' }));
  expect(screen.getByText('Saved').closest('[aria-live=polite]')).not.toBeNull();
  fireEvent.click(screen.getByRole('button'));
  expect(isShown('Saved')).toBe(false);
});
