import { retryDelay } from '#/shared/api/retry.ts';
import type { Pause } from './import-queue.ts';

type Options = {
  /** Called with what all uploads are waiting for, and with null once something gets through. */
  onPause: (pause: Pause | null) => void;
  random?: () => number;
};

export type ConnectionGate = ReturnType<typeof createConnectionGate>;

/**
 * All uploads pass this gate before using the network. The first failure closes it for all; it reopens for another attempt
 * after a growing delay, or immediately through `reopen`. The pause ends when bytes move again.
 */
export function createConnectionGate({ onPause, random = Math.random }: Options) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opening = Promise.withResolvers<void>();
  let lost = new AbortController();
  opening.resolve();

  function open() {
    clearTimeout(timer);
    timer = undefined;
    if (lost.signal.aborted) lost = new AbortController();
    opening.resolve();
  }

  return {
    /** Resolves when the gate is open; rejects with the signal's reason if that comes first. */
    async pass(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      const aborted = Promise.withResolvers<never>();
      const stop = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      try {
        await Promise.race([opening.promise, aborted.promise]);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    /** Aborts when the network is known to be gone, since requests would hang for minutes. */
    lostSignal: () => lost.signal,
    close(pause: Pause): void {
      onPause(pause);
      if (timer !== undefined) return;
      opening = Promise.withResolvers();
      timer = setTimeout(open, retryDelay(failures, random));
      failures += 1;
    },
    /** Bytes are moving again. They may only reach a proxy, so the next delay does not get shorter. */
    move(): void {
      onPause(null);
    },
    /** A request has succeeded. */
    succeed(): void {
      failures = 0;
      onPause(null);
    },
    /** Retries immediately. */
    reopen(): void {
      failures = 0;
      open();
    },
    /** The network is gone. */
    lose(): void {
      lost.abort(new DOMException('The network is gone', 'NetworkError'));
      this.close('connection');
    },
  };
}
