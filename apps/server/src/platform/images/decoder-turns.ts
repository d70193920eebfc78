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

  const grantNext = () => {
    if (held.size < count) takeNext(waiting, held)?.grant();
  };
  const makeWayFor = (owner: string) => {
    if (turnsOf(owner, held).length > 0 || expecting.has(owner)) return;
    const latest = latestOfSeveral(held);
    if (!latest) return;
    expecting.add(owner);
    latest.givesWay.abort(new Error('another customer waits for a decoder'));
  };
  const begin = (owner: string) => beginTurn(owner, held, grantNext);
  /** Resolves when it is the owner's turn. Rejects with the signal's reason if aborted. */
  const acquire = async (owner: string, signal?: AbortSignal): Promise<Turn> => {
    signal?.throwIfAborted();
    if (held.size < count) return begin(owner);
    const { promise, resolve } = Promise.withResolvers<Turn>();
    // Granting takes the turn at once: from then on an abort is up to its holder.
    const waiter = { owner, grant: () => resolve(begin(owner)) };
    waiting.push(waiter);
    const patience = setTimeout(() => waiting.includes(waiter) && makeWayFor(owner), patienceMs);
    try {
      return await unlessAborted(promise, signal, () => removeFrom(waiting, waiter));
    } finally {
      clearTimeout(patience);
      expecting.delete(owner);
    }
  };
  return { acquire };
}

function beginTurn(owner: string, held: Set<Held>, onReleased: () => void): Turn {
  const turn = { owner, givesWay: new AbortController() };
  held.add(turn);
  const release = () => {
    if (held.delete(turn)) onReleased();
  };
  return { signal: turn.givesWay.signal, release };
}

/** Turns of one owner, latest last, without those already giving way. */
const turnsOf = (owner: string, held: ReadonlySet<Held>): Held[] =>
  [...held].filter((turn) => turn.owner === owner && !turn.givesWay.signal.aborted);

const latestOfSeveral = (held: ReadonlySet<Held>): Held | undefined =>
  [...held]
    .map(({ owner }) => turnsOf(owner, held))
    .find((turns) => turns.length > 1)
    ?.at(-1);

/** Removes whoever is next: of the owner with the fewest turns, the first that came. */
function takeNext(waiting: Waiting[], held: ReadonlySet<Held>): Waiting | undefined {
  const [first, ...others] = waiting;
  if (!first) return undefined;
  const next = others.reduce(
    (best, other) => (turnsOf(other.owner, held).length < turnsOf(best.owner, held).length ? other : best),
    first,
  );
  removeFrom(waiting, next);
  return next;
}

function removeFrom(waiting: Waiting[], one: Waiting): void {
  const at = waiting.indexOf(one);
  if (at >= 0) waiting.splice(at, 1);
}

/** Waits for a promise, or rejects with the signal's reason and calls `onAbort`. */
async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
  onAbort: () => void,
): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    onAbort();
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
