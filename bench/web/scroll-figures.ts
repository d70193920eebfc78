import { type Figure, limited, reported } from '../figure.ts';
import { measureTimelineScroll } from '../timeline-scroll.ts';
import { signIn } from './open-browser.ts';

/** Above this speed tiles arrive later than the eye could follow, and long tasks are only reported. */
const SMOOTH_UP_TO = 4_000;

/** Scrolling through a library with all months open, compared with a static grid of the same tiles. */
export async function measureScroll(url: string): Promise<Figure[]> {
  const found = await measureTimelineScroll({ url, prepare: (page) => signIn(page, url) });
  const nodes = Math.max(found.nodes, ...found.speeds.map((speed) => speed.nodes));
  return [
    ...found.speeds.flatMap(speedFigures),
    limited({ figure: 'most DOM nodes', measured: nodes, unit: '', atMost: 2_000 }),
    limited({
      figure: 'nodes retained after collection',
      measured: found.retainedNodes,
      unit: '',
      atMost: 0,
    }),
    reported({ figure: 'heap after collection', measured: found.heapBytes / 1e6, unit: 'MB' }),
    reported({ figure: 'height of the page', measured: found.pageHeight, unit: 'px' }),
    reported({ figure: 'jump by the scrubber: tiles', measured: found.jump.tilesMs, unit: 'ms' }),
    reported({ figure: 'jump by the scrubber: pictures', measured: found.jump.picturesMs, unit: 'ms' }),
    reported({ figure: 'jump by the scrubber: longest task', measured: found.jump.longestTask, unit: 'ms' }),
  ];
}

type Speed = Awaited<ReturnType<typeof measureTimelineScroll>>['speeds'][number];

function speedFigures(sample: Speed): Figure[] {
  const { speed, framesPerSecond, staticFramesPerSecond, ratio, longestTask, blank } = sample;
  const at = `${speed} px/s`;
  const task = { figure: `${at}: longest task, 0 when none took 50`, measured: longestTask, unit: 'ms' };
  return [
    {
      ...reported({ figure: `${at}: frames beside a static grid`, measured: framesPerSecond, unit: '1/s' }),
      against: staticFramesPerSecond,
      ratio,
    },
    speed <= SMOOTH_UP_TO ? limited({ ...task, atMost: 50 }) : reported(task),
    reported({ figure: `${at}: samples with a blank viewport`, measured: blank * 100, unit: '%' }),
  ];
}
