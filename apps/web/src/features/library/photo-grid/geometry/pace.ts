/** Scroll speed, which determines what is worth loading. */
export type Pace = 'rest' | 'moving' | 'flying';

/** Viewports per second above which pictures cannot be recognised: placeholders are drawn and nothing is fetched. */
const FLYING = 4;
/** Below this they can again. Lower than FLYING, so that a steady speed near the limit does not flicker. */
const LANDING = 2.5;
/** Moves further apart than this are separate motions, in milliseconds. */
const PAUSE_MS = 150;

export type Motion = { pace: Pace; speed: number; direction: -1 | 1; movedAt: number };

export const AT_REST: Motion = { pace: 'rest', speed: 0, direction: 1, movedAt: Number.NEGATIVE_INFINITY };

/** The motion after a move of `distance` pixels; speed is in viewports per second, smoothed over a few moves. */
export function moved(before: Motion, move: { distance: number; viewport: number; now: number }): Motion {
  const elapsed = move.now - before.movedAt;
  const isFresh = elapsed > PAUSE_MS;
  const seconds = Math.max(8, isFresh ? 16 : elapsed) / 1000;
  const current = Math.abs(move.distance) / Math.max(1, move.viewport) / seconds;
  const speed = isFresh ? current / 4 : before.speed * 0.6 + current * 0.4;
  const pace = speed > (before.pace === 'flying' ? LANDING : FLYING) ? 'flying' : 'moving';
  return { pace, speed, direction: move.distance < 0 ? -1 : 1, movedAt: move.now };
}

/** Margin drawn around the viewport, in viewports: more ahead of a motion, less behind it. */
const AHEAD = { rest: 0.7, moving: 1.1, flying: 1.6 };
const BEHIND = { rest: 0.7, moving: 0.4, flying: 0.2 };

/** The visible part of the layout, in the layout's offsets. Replaced on every move. */
export type Viewport = { top: number; height: number };

/** Top and bottom of what to draw for a viewport in motion, including a fraction `share` (0 to 1) of the overscan. */
export function drawnAround(viewport: Viewport, motion: Motion, share = 1): [number, number] {
  const ahead = AHEAD[motion.pace] * viewport.height * share;
  const behind = BEHIND[motion.pace] * viewport.height * share;
  const [above, below] = motion.direction > 0 ? [behind, ahead] : [ahead, behind];
  return [viewport.top - above, viewport.top + viewport.height + below];
}
