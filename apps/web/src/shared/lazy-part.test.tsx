// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(() => vi.useRealTimers());

test('a part whose code fails to load at first appears as soon as it loads', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => ({ default: () => <p>the bar</p> }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = lazyPart(load);
  await act(async () => render(<Part />));
  expect(screen.queryByText('the bar')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('the bar')).toBeTruthy();
});
