/** How fast the photos go by: what is worth loading for a viewport depends on it. */
export type Pace = 'rest' | 'moving' | 'flying';

/** Viewports a second above which nobody can make out a picture: placeholders are drawn, nothing is fetched. */
const FLYING = 4;
/** Below this they can again; lower, so that an even speed near the border does not flicker between the two. */
const LANDING = 2.5;
/** Moves further apart than this, in milliseconds, are separate ones. */
const PAUSE_MS = 150;

export type Motion = { pace: Pace; speed: number; direction: -1 | 1; movedAt: number };

export const AT_REST: Motion = { pace: 'rest', speed: 0, direction: 1, movedAt: Number.NEGATIVE_INFINITY };

/** The motion after a move of `distance` pixels; speed is in viewports a second, smoothed over a few moves. */
export function moved(before: Motion, move: { distance: number; viewport: number; now: number }): Motion {
  const elapsed = move.now - before.movedAt;
  const isFresh = elapsed > PAUSE_MS;
  const seconds = Math.max(8, isFresh ? 16 : elapsed) / 1000;
  const current = Math.abs(move.distance) / Math.max(1, move.viewport) / seconds;
  const speed = isFresh ? current / 4 : before.speed * 0.6 + current * 0.4;
  const pace = speed > (before.pace === 'flying' ? LANDING : FLYING) ? 'flying' : 'moving';
  return { pace, speed, direction: move.distance < 0 ? -1 : 1, movedAt: move.now };
}
