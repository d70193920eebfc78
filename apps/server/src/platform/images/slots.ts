/** Gives out `count` places, first come, first served. */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;

  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };

  /** Resolves when a place is free; give it back with `release`. Rejects with the signal's reason when aborted. */
  const acquire = async (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      waiting.splice(waiting.indexOf(resolve), 1);
      reject(signal?.reason);
    };
    waiting.push(resolve);
    signal?.addEventListener('abort', giveUp, { once: true });
    // The place is taken the moment `resolve` is called, so from then on an abort is the holder's matter.
    await promise.finally(() => signal?.removeEventListener('abort', giveUp));
  };

  return { acquire, release };
}
