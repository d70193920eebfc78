import { useSyncExternalStore } from 'react';
import { createSignal, withWindow } from './signal.ts';

/** A value in local storage, synchronised across the page and all tabs. */
type StoredValue<Value> = { use: () => Value; get: () => Value; set: (value: Value) => void };

type Options<Value> = {
  key: string;
  parse: (saved: string | null) => Value;
  format: (value: Value) => string;
};

/** If storage is full or blocked, the value lasts as long as the page. */
export function createStoredValue<Value>({ key, parse, format }: Options<Value>): StoredValue<Value> {
  const changes = createSignal();
  let unsaved: string | null = null;
  let cached: { saved: string | null; value: Value } | undefined;

  function get(): Value {
    const saved = unsaved ?? read(key);
    if (!cached || cached.saved !== saved) cached = { saved, value: parse(saved) };
    return cached.value;
  }

  function set(value: Value): void {
    const saved = format(value);
    unsaved = write(key, saved) ? null : saved;
    changes.announce();
  }

  const subscribe = withWindow(changes, 'storage');
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, saved: string): boolean {
  try {
    localStorage.setItem(key, saved);
    return true;
  } catch {
    return false;
  }
}
