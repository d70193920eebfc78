import { vi } from 'vitest';
import { visitStorage } from './surviving-storage.ts';

/** Lets the browser store nothing more for this visit; returns the function to stop. */
export function fillStorage(): () => void {
  const full = new Proxy(window.sessionStorage, {
    get(storage, name) {
      if (name === 'setItem') return refuse;
      const part: unknown = Reflect.get(storage, name);
      return typeof part === 'function' ? part.bind(storage) : part;
    },
  });
  const spy = vi.spyOn(window, 'sessionStorage', 'get').mockReturnValue(full);
  return () => spy.mockRestore();
}

function refuse(): never {
  throw new DOMException('full', 'QuotaExceededError');
}

/** Lets the browser store nothing more while something is done. */
export async function withFullStorage(act: () => Promise<void>): Promise<void> {
  const stop = fillStorage();
  try {
    await act();
  } finally {
    stop();
    // What it did not take would otherwise last as long as the process.
    for (const key of visitStorage.keys()) visitStorage.removeItem(key);
  }
}
