import { createBoundedCache } from '../bounded-cache.ts';
import { MINUTE_MS, startStopwatch } from '../clock.ts';

/** Networks remembered for each limit. */
const MAX_NETWORKS = 5_000;

type Count = { current: number; elapsed(): number };

/**
 * Requests of each network in the minute that began with its first one, for the plugin that limits them. The plugin's own store
 * goes by the time of day: once that was ahead, a minute would end days later.
 */
export class RequestCounts {
  #counts = createBoundedCache<Count>({ max: MAX_NETWORKS, lifetimeMs: MINUTE_MS });

  incr(network: string, done: (error: null, result: { current: number; ttl: number }) => void): void {
    const count = this.#counts.get(network) ?? { current: 0, elapsed: startStopwatch() };
    if (count.current === 0) this.#counts.set(network, count);
    count.current++;
    done(null, { current: count.current, ttl: Math.max(0, MINUTE_MS - count.elapsed()) });
  }
  /** For a route with a limit of its own. */
  child(): RequestCounts {
    return new RequestCounts();
  }
}
