import { type Figure, limited, reported } from '../figure.ts';
import { median, percentile } from '../statistics.ts';

/** From a press to the frame in which what it asked for is drawn. */
export type Turn = { frames: number; milliseconds: number };

/** What presses took whose pictures waited beside them: drawn with the next frame, or it is too late. */
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
