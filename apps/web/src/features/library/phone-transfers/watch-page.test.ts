// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { watchPage } from './watch-page.ts';

afterEach(() => vi.useRealTimers());

function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a locked phone continues when it is unlocked; switching away briefly interrupts nothing [UPL-02]', () => {
  vi.useFakeTimers();
  const onWake = vi.fn();
  const onOffline = vi.fn();
  const onClose = vi.fn();
  watchPage({ onWake, onOffline, onClose });
  show('hidden');
  vi.advanceTimersByTime(1_000);
  show('visible');
  expect(onWake).not.toHaveBeenCalled();
  show('hidden');
  vi.advanceTimersByTime(60_000);
  show('visible');
  expect(onWake).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('offline'));
  expect(onOffline).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  expect(onWake).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event('pagehide'));
  expect(onClose).toHaveBeenCalledTimes(1);
});
