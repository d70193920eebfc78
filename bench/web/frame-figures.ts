import { type Figure, limited, reported } from '../figure.ts';
import { median, percentile } from '../statistics.ts';

/** From a key press to the frame in which the result is drawn. */
export type Turn = { frames: number; milliseconds: number };

/** Figures of presses whose pictures were already prepared: they must be drawn in the next frame. */
export function frameFigures(what: string, turns: readonly Turn[]): Figure[] {
  const frames = turns.map((turn) => turn.frames);
  const shared = { unit: '', atMost: 1 };
  return [
    limited({ ...shared, figure: `${what}, warm: frames until shown, median`, measured: median(frames) }),
    limited({ ...shared, figure: `${what}, warm: frames, p95`, measured: percentile(frames, 0.95) }),
    reported({
      figure: `${what}, warm: time to that frame`,
      measured: median(turns.map(({ milliseconds }) => milliseconds)),
      unit: 'ms',
    }),
  ];
}
