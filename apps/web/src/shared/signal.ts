type Listener<Value> = (value: Value) => void;

export type Signal<Value = void> = {
  /** Calls the listener with everything announced from now on; returns the function to unsubscribe. */
  subscribe: (listener: Listener<Value>) => () => void;
  announce: (value: Value) => void;
  /** How many are subscribed. */
  count: () => number;
};

/** What happens, for those who are subscribed when it does. */
export function createSignal<Value = void>(): Signal<Value> {
  const listeners = new Set<Listener<Value>>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    announce(value) {
      for (const listener of listeners) listener(value);
    },
    count: () => listeners.size,
  };
}

type Events = WindowEventMap & DocumentEventMap & HTMLElementEventMap;

/** Listens to an event of the browser; returns the function to stop. */
export function listenTo<Name extends keyof Events>(
  target: EventTarget,
  name: Name,
  listener: (event: Events[Name]) => void,
  options?: AddEventListenerOptions,
): () => void {
  target.addEventListener(name, listener as EventListener, options);
  return () => target.removeEventListener(name, listener as EventListener, options);
}

/** The same for useSyncExternalStore, which an event of the window calls back, too. */
export const withWindow =
  (signal: Signal, event: 'focus' | 'storage') =>
  (listener: () => void): (() => void) => {
    const stops = [signal.subscribe(listener), listenTo(window, event, listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
