/** One turn at a decoder. `signal` aborts when its decode must give way; its owner then asks for another turn. */
export type Turn = { signal: AbortSignal; release(): void };

type Held = { owner: string; givesWay: AbortController };
type Waiting = { owner: string; grant: () => void };

/**
 * Shares `count` decoders between owners: the owner with the fewest is next, ties in order of arrival. An owner without any waits
 * no longer than `patienceMs` while another has several: the latest decode of that owner gives way. So one customer's slow photos
 * withhold at most one decoder from the others, and use all of them while nobody else waits.
 */
export function createTurns({ count, patienceMs }: { count: number; patienceMs: number }) {
  const held = new Set<Held>();
  const waiting: Waiting[] = [];
  /** Owners for whom a decode is already giving way. */
  const expecting = new Set<string>();

  /** Turns of one owner, latest last, without those already giving way. */
  const turnsOf = (owner: string) =>
    [...held].filter((turn) => turn.owner === owner && !turn.givesWay.signal.aborted);

  const grantNext = () => {
    if (held.size >= count || waiting.length === 0) return;
    const next = waiting.reduce((best, other) =>
      turnsOf(other.owner).length < turnsOf(best.owner).length ? other : best,
    );
    waiting.splice(waiting.indexOf(next), 1);
    next.grant();
  };

  const makeWayFor = (owner: string) => {
    if (turnsOf(owner).length > 0 || expecting.has(owner)) return;
    const latest = [...held]
      .map((turn) => turnsOf(turn.owner))
      .find((turns) => turns.length > 1)
      ?.at(-1);
    if (!latest) return;
    expecting.add(owner);
    latest.givesWay.abort(new Error('another customer waits for a decoder'));
  };

  const begin = (owner: string): Turn => {
    const turn = { owner, givesWay: new AbortController() };
    held.add(turn);
    const release = () => {
      if (held.delete(turn)) grantNext();
    };
    return { signal: turn.givesWay.signal, release };
  };

  /** Resolves when it is the owner's turn. Rejects with the signal's reason if aborted. */
  const acquire = async (owner: string, signal?: AbortSignal): Promise<Turn> => {
    signal?.throwIfAborted();
    if (held.size < count) return begin(owner);
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    // Granting takes the turn at once: from then on an abort is up to its holder.
    const waiter = { owner, grant: () => resolve(begin(owner)) };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(waiter), 1);
      reject(signal?.reason);
    };
    waiting.push(waiter);
    const patience = setTimeout(() => waiting.includes(waiter) && makeWayFor(owner), patienceMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(patience);
      expecting.delete(owner);
      signal?.removeEventListener('abort', giveUp);
    }
  };

  return { acquire };
}
