// @vitest-environment happy-dom
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { leaveTopmost } from '#/shared/ui/layers.ts';
import { useSlideshow } from './use-slideshow.ts';

const [first, second] = makePhotos(0, 2);
const SHOWN_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'fullscreenElement');
  Reflect.deleteProperty(document.documentElement, 'requestFullscreen');
});

const step = vi.fn();
afterEach(() => step.mockReset());

/** A slideshow of two photos that shows the first, whose picture is there. */
function slideshow() {
  type Shown = {
    sequence: { photo: typeof first; next: NonNullable<typeof second> | null };
    isReady: boolean;
    isHeld: boolean;
  };
  const initialProps: Shown = {
    sequence: { photo: first, next: second ?? null },
    isReady: true,
    isHeld: false,
  };
  const { result, rerender, unmount } = renderHook((props: Shown) => useSlideshow({ ...props, step }), {
    initialProps,
  });
  let shown = initialProps;
  return {
    state: () => result.current.state,
    press: (name: 'start' | 'togglePause' | 'end') => act(() => result.current[name]()),
    show: (changed: Partial<Shown>) => {
      shown = { ...shown, ...changed };
      rerender(shown);
    },
    pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    unmount,
  };
}

/** A browser that fills the screen; `leave` is its own way out. */
function fullScreen() {
  let element: Element | null = null;
  const changed = () => fireEvent(document, new Event('fullscreenchange'));
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => element });
  document.documentElement.requestFullscreen = vi.fn(async () => {
    element = document.documentElement;
    changed();
  });
  document.exitFullscreen = vi.fn(async () => {
    element = null;
    changed();
  });
  return { isOn: () => element !== null, leave: () => act(async () => document.exitFullscreen()) };
}

describe('a slideshow', () => {
  test('shows the next photo once the picture was there for its time, and ends after the last', () => {
    const show = slideshow();
    show.pass(20_000);
    expect(step).not.toHaveBeenCalled();
    show.press('start');
    show.pass(SHOWN_MS - 1);
    expect(step).not.toHaveBeenCalled();
    show.pass(1);
    expect(step.mock.calls).toEqual([[1]]);
    show.show({ sequence: { photo: second, next: null } });
    show.pass(SHOWN_MS);
    expect([step.mock.calls.length, show.state()]).toEqual([1, 'off']);
  });

  test('waits for a picture that is late, while it is paused, and while the photo is enlarged', () => {
    const show = slideshow();
    show.show({ isReady: false });
    show.press('start');
    show.pass(60_000);
    show.show({ isReady: true });
    show.pass(SHOWN_MS - 1);
    expect(step).not.toHaveBeenCalled();
    show.press('togglePause');
    show.pass(60_000);
    show.press('togglePause');
    show.show({ isHeld: true });
    show.pass(60_000);
    expect(step).not.toHaveBeenCalled();
    show.show({ isHeld: false });
    show.pass(SHOWN_MS);
    expect(step).toHaveBeenCalledTimes(1);
  });

  test('gives a photo that was stepped to the whole time', () => {
    const show = slideshow();
    show.press('start');
    show.pass(SHOWN_MS - 1_000);
    show.show({ sequence: { photo: second, next: first ?? null } });
    show.pass(SHOWN_MS - 1_000);
    expect(step).not.toHaveBeenCalled();
    show.pass(1_000);
    expect(step).toHaveBeenCalledTimes(1);
  });

  test.each(['back', 'escape'] as const)('is ended by %s, and only then is the page left', (way) => {
    const show = slideshow();
    show.press('start');
    let hasLeft = false;
    act(() => {
      hasLeft = leaveTopmost(way);
    });
    expect([hasLeft, show.state(), leaveTopmost(way)]).toEqual([true, 'off', false]);
  });

  test('fills the screen, ends when that is left, and leaves it when it ends', async () => {
    const { isOn, leave } = fullScreen();
    const show = slideshow();
    show.press('start');
    expect(isOn()).toBe(true);
    await leave();
    expect(show.state()).toBe('off');
    show.press('start');
    await act(async () => show.press('end'));
    expect(isOn()).toBe(false);
    show.press('start');
    await act(async () => show.unmount());
    expect(isOn()).toBe(false);
  });

  test('keeps the screen on while it runs', async () => {
    const release = vi.fn(async () => undefined);
    const request = vi.fn(async () => ({ release, released: false }));
    vi.stubGlobal('navigator', Object.assign(navigator, { wakeLock: { request } }));
    const show = slideshow();
    await act(async () => show.press('start'));
    expect(request).toHaveBeenCalledWith('screen');
    await act(async () => show.press('togglePause'));
    expect(release).toHaveBeenCalledTimes(1);
  });
});
