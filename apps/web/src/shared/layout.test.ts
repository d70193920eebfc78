import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isStripped, layoutOf, rememberStrippedMode, useHasMouse, useIsMobile } from './layout.ts';

// @vitest-environment happy-dom

test.each([
  ['[LAY-01]', 574, 'small'],
  ['[LAY-02]', 575, 'medium'],
  ['[LAY-02]', 1023, 'medium'],
  ['[LAY-03]', 1024, 'large'],
  ['[LAY-03]', 1279, 'large'],
  ['[LAY-04]', 1280, 'extra-large'],
])('%s %i pixels are %s', (_, width, layout) => {
  expect(layoutOf(width)).toBe(layout);
});

test.each([
  [390, true],
  [1023, true],
  [1024, false],
  [1440, false],
])('[LAY-05] %i pixels are mobile: %s', (width, isMobile) => {
  window.innerWidth = width;
  expect(renderHook(() => useIsMobile()).result.current).toBe(isMobile);
});

test('there is a mouse on a desktop, however narrow its window, and none on a phone', () => {
  window.innerWidth = 390;
  expect(renderHook(() => useHasMouse()).result.current).toBe(true);
  const touch = vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  expect(renderHook(() => useHasMouse()).result.current).toBe(false);
  touch.mockRestore();
});

test('[ALD-15] stripped mode is asked for by the address and kept for the visit', () => {
  const kept = new Map<string, string>();
  const visit = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(isStripped(visit)).toBe(false);
  rememberStrippedMode('?stripped=true', visit);
  rememberStrippedMode('?other=1', visit);
  expect(isStripped(visit)).toBe(true);
  rememberStrippedMode('?stripped=false', visit);
  expect(isStripped(visit)).toBe(false);
});
