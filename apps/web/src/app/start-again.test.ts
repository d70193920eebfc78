// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import source from '../../public/start-again.js?raw';

test('reloads a page once per script that fails to load, however many there are', () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined);
  new Function(source)();
  /** A page whose scripts all fail to load; returns how often it was reloaded. */
  function open(...names: string[]): number {
    reload.mockClear();
    for (const name of names) {
      const script = document.createElement('script');
      script.type = 'of-no-kind';
      script.src = `/assets/${name}.js`;
      document.head.append(script);
      script.dispatchEvent(new Event('error'));
    }
    return reload.mock.calls.length;
  }
  expect(open('main', 'shared')).toBe(2);
  expect(open('main', 'shared')).toBe(0);
  expect(open('main-of-the-next-release', 'shared')).toBe(1);
  expect(open('main-of-the-next-release', 'shared')).toBe(0);
});
