import { retryDelay } from '#/shared/api/retry.ts';
import type { Pause } from './import-queue.ts';

type Options = {
  /** Called with what all uploads are waiting for, and with null once something gets through. */
  onPause: (pause: Pause | null) => void;
};

export type ConnectionGate = ReturnType<typeof createConnectionGate>;

/**
 * All uploads pass this gate before using the network. The first failure closes it for all; it reopens for another attempt
 * after a growing delay, or immediately through `reopen`. The pause ends when bytes move again.
 */
export function createConnectionGate({ onPause }: Options) {
  let failures = 0;
  /** Resolves when the gate opens; null while it is open. */
  let closed: PromiseWithResolvers<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lost = new AbortController();
  function open(): void {
    clearTimeout(timer);
    if (lost.signal.aborted) lost = new AbortController();
    closed?.resolve();
    closed = null;
  }
  function close(pause: Pause): void {
    onPause(pause);
    if (closed) return;
    closed = Promise.withResolvers();
    timer = setTimeout(open, retryDelay(failures++));
  }
  return {
    /** Resolves when the gate is open; rejects with the signal's reason if that comes first. */
    pass: (signal: AbortSignal) => unlessAborted(closed?.promise, signal),
    /** Aborts when the network is known to be gone, since requests would hang for minutes. */
    lostSignal: () => lost.signal,
    close,
    /** Bytes are moving again. They may only reach a proxy, so the next delay does not get shorter. */
    move: () => onPause(null),
    succeed(): void {
      failures = 0;
      onPause(null);
    },
    reopen(): void {
      failures = 0;
      open();
    },
    lose(): void {
      lost.abort(new DOMException('The network is gone', 'NetworkError'));
      close('connection');
    },
  };
}

async function unlessAborted(awaited: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([awaited, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
