/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Measurements of one scroll at one speed. */
export type ScrollSample = {
  framesPerSecond: number;
  /** Longest task in milliseconds; 0 when none took 50 or more. */
  longestTask: number;
  /** Maximum number of elements in the document. */
  nodes: number;
  /** Share of samples in which no tile was in the viewport. */
  blank: number;
  /** Share of sampled points of the viewport that lay on a tile. */
  covered: number;
};

export type ScrollRun = { speed: number; seconds: number; tiles: string; turnAt?: number };

/**
 * Runs in the page: scrolls down at a speed in pixels per second and measures. `tiles` is the selector of tiles; `turnAt` is
 * the distance after which scrolling reverses. Frames are counted by animation frame callbacks; points are sampled ten times
 * per second.
 */
export async function scrollAndWatch({
  speed,
  seconds,
  tiles,
  turnAt = 1e9,
}: ScrollRun): Promise<ScrollSample> {
  let longestTask = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longestTask = Math.max(longestTask, entry.duration);
  });
  observer.observe({ type: 'longtask' as 'mark' });
  const columns = [0.3, 0.5, 0.7];
  const rows = [0.15, 0.35, 0.5, 0.65, 0.85];
  const hits: number[] = [];
  let nodes = 0;
  let frames = 0;
  const from = window.scrollY;
  const start = performance.now();
  let sampledAt = 0;

  function sample(): void {
    const points = rows.flatMap((y) => columns.map((x) => [x * innerWidth, y * innerHeight] as const));
    const onTile = points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest(tiles));
    hits.push(onTile.length / points.length);
    nodes = Math.max(nodes, document.querySelectorAll('*').length);
  }

  await new Promise<void>((resolve) => {
    function frame(now: number): void {
      frames++;
      if (now - sampledAt >= 100) {
        sample();
        sampledAt = now;
      }
      const elapsed = (now - start) / 1000;
      if (elapsed >= seconds) {
        resolve();
        return;
      }
      const along = (elapsed * speed) % (turnAt * 2);
      window.scrollTo(0, from + Math.min(along, turnAt * 2 - along));
      requestAnimationFrame(frame);
    }
    requestAnimationFrame(frame);
  });
  const elapsed = (performance.now() - start) / 1000;
  // Long tasks are reported slightly after they end.
  await new Promise((resolve) => setTimeout(resolve, 200));
  observer.disconnect();
  const blank = hits.filter((hit) => hit === 0).length / hits.length;
  const covered = hits.reduce((sum, hit) => sum + hit, 0) / hits.length;
  return { framesPerSecond: frames / elapsed, longestTask, nodes, blank, covered };
}

/** Runs in the page: replaces it with a static page of the same tiles, repeated up to the given height. */
export function buildStaticGrid({ tiles, height }: { tiles: string; height: number }): void {
  const drawn = [...document.querySelectorAll<HTMLElement>(tiles)].map((tile) => {
    const { left, top, width, height: tall } = tile.getBoundingClientRect();
    return { tile, left, top: top + scrollY, width, height: tall };
  });
  const first = Math.min(...drawn.map(({ top }) => top));
  const block = Math.max(...drawn.map(({ top, height: tall }) => top + tall)) - first + 6;
  const grid = document.createElement('div');
  grid.style.position = 'relative';
  grid.style.height = `${height}px`;
  for (let start = 0; start < height; start += block) {
    for (const { tile, left, top, width, height: tall } of drawn) {
      const copy = tile.cloneNode(true) as HTMLElement;
      Object.assign(copy.style, { position: 'absolute', left: `${left}px`, top: `${top - first + start}px` });
      Object.assign(copy.style, { width: `${width}px`, height: `${tall}px` });
      grid.append(copy);
    }
  }
  document.body.replaceChildren(grid);
  window.scrollTo(0, 0);
}

export type JumpSample = { tilesMs: number; picturesMs: number; longestTask: number };

/** Runs in the page: from the next press on, waits for tiles and then for pictures in the viewport. */
export function watchJump(tiles: string): { figures: Promise<JumpSample> } {
  return { figures: watch() };

  async function watch(): Promise<JumpSample> {
    let longestTask = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longestTask = Math.max(longestTask, entry.duration);
    });
    observer.observe({ type: 'longtask' as 'mark' });
    const start = await new Promise<number>((resolve) => {
      window.addEventListener('pointerdown', () => resolve(performance.now()), { once: true });
    });
    const until = async (isThere: (tile: Element) => boolean) => {
      const probe = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest(tiles);
      for (;;) {
        await new Promise(requestAnimationFrame);
        const tile = probe();
        if (tile && isThere(tile)) return performance.now() - start;
        if (performance.now() - start > 20_000) return Number.POSITIVE_INFINITY;
      }
    };
    const tilesMs = await until(() => true);
    const picturesMs = await until((tile) => tile.querySelector('img[data-loaded]') !== null);
    await new Promise((resolve) => setTimeout(resolve, 200));
    observer.disconnect();
    return { tilesMs, picturesMs, longestTask };
  }
}
