import { useSyncExternalStore } from 'react';
import { createSignal, withWindow } from './signal.ts';
import { deviceStorage } from './surviving-storage.ts';

/** A value that the browser stores, synchronised across the page and all tabs. */
type StoredValue<Value> = { use: () => Value; get: () => Value; set: (value: Value) => void };

type Options<Value> = {
  key: string;
  parse: (saved: string | null) => Value;
  format: (value: Value) => string;
};

export function createStoredValue<Value>({ key, parse, format }: Options<Value>): StoredValue<Value> {
  const changes = createSignal();
  let cached: { saved: string | null; value: Value } | undefined;

  function get(): Value {
    const saved = deviceStorage.getItem(key);
    if (!cached || cached.saved !== saved) cached = { saved, value: parse(saved) };
    return cached.value;
  }

  function set(value: Value): void {
    deviceStorage.setItem(key, format(value));
    changes.announce();
  }

  const subscribe = withWindow(changes, 'storage');
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}
