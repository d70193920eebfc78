import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  isStripped,
  rememberStrippedMode,
  useHasMouse,
  useHasRoomForActions,
  useIsMobile,
} from './layout.ts';

// @vitest-environment happy-dom

test.each([
  ['[LAY-01] [LAY-05] small', 574, { isMobile: true, hasRoom: false }],
  ['[LAY-02] [LAY-05] medium', 575, { isMobile: true, hasRoom: false }],
  ['[LAY-02] [LAY-05] medium', 1023, { isMobile: true, hasRoom: false }],
  ['[LAY-03] [LAY-05] large', 1024, { isMobile: false, hasRoom: false }],
  ['[LAY-03] [LAY-05] large', 1279, { isMobile: false, hasRoom: false }],
  ['[LAY-04] [LAY-05] extra large', 1280, { isMobile: false, hasRoom: true }],
])('%s, at %i pixels: %o', (_layout, width, expected) => {
  window.innerWidth = width;
  const { result } = renderHook(() => ({ isMobile: useIsMobile(), hasRoom: useHasRoomForActions() }));
  expect(result.current).toEqual(expected);
});

test('there is a mouse on a desktop, however narrow its window, and none on a phone', () => {
  window.innerWidth = 390;
  expect(renderHook(() => useHasMouse()).result.current).toBe(true);
  const touch = vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  expect(renderHook(() => useHasMouse()).result.current).toBe(false);
  touch.mockRestore();
});

test('stripped mode is requested by the address and kept for the visit [ALD-15]', () => {
  const stored = new Map<string, string>();
  const visit = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  expect(isStripped(visit)).toBe(false);
  rememberStrippedMode('?stripped=true', visit);
  rememberStrippedMode('?other=1', visit);
  expect(isStripped(visit)).toBe(true);
  rememberStrippedMode('?stripped=false', visit);
  expect(isStripped(visit)).toBe(false);
});
