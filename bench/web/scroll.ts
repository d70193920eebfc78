/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import {
  buildStaticGrid,
  type JumpSample,
  type ScrollSample,
  scrollAndWatch,
  watchJump,
} from './timeline-scroll/in-page.ts';

type Options = {
  /** Address of a timeline. */
  url: string;
  /** Signs in, if the address requires it; may leave the page anywhere. */
  prepare?: (page: Page) => Promise<void>;
  /** In pixels per second. */
  speeds?: readonly number[];
  seconds?: number;
};

export type TimelineScrollFigures = {
  /** By speed; `ratio` is frames per second relative to a static grid of the same tiles in the same run. */
  speeds: ({ speed: number; ratio: number; staticFramesPerSecond: number } & ScrollSample)[];
  /** A jump with the scrubber to the middle of the library: until tiles, and until pictures, are visible. */
  jump: JumpSample;
  /** Heap of the page at rest at the end, after garbage collection. */
  heapBytes: number;
  nodes: number;
  /** DOM nodes kept alive outside the document. */
  retainedNodes: number;
  /** Height of the page, in pixels. */
  pageHeight: number;
};

const TILES = '[data-tile]';
/** Height of the static grid: a few screens, so that it contains about as many tiles as the timeline draws. */
const STATIC_HEIGHT = 4_500;
const DEFAULT_SPEEDS = [1_000, 4_000, 20_000];

/** Scrolls through a timeline with all months open in Chromium and measures the cost. */
export async function measureTimelineScroll(options: Options): Promise<TimelineScrollFigures> {
  const { url, prepare, speeds = DEFAULT_SPEEDS, seconds = 4 } = options;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const page = await openTimeline(browser, url, prepare);
    const client = await page.context().newCDPSession(page);
    const before = await nodesOutside(page, client);
    const samples: ScrollSample[] = [];
    for (const speed of speeds) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(1_500);
      samples.push(await page.evaluate(scrollAndWatch, { speed, seconds, tiles: TILES }));
    }
    const jump = await jumpByScrubber(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(1_500);
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
    const after = await nodesOutside(page, client);
    const heapBytes = (await client.send('Runtime.getHeapUsage')).usedSize;
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    const still = await staticFrames(page, { speeds, seconds });
    return {
      speeds: samples.map((sample, index) => compare(speeds[index] ?? 0, sample, still[index] ?? 0)),
      jump,
      heapBytes,
      nodes,
      retainedNodes: Math.max(0, after - before),
      pageHeight,
    };
  } finally {
    await browser.close();
  }
}

function compare(speed: number, sample: ScrollSample, staticFramesPerSecond: number) {
  return { speed, ...sample, staticFramesPerSecond, ratio: sample.framesPerSecond / staticFramesPerSecond };
}

/** Opens the timeline with every month stored as open. */
async function openTimeline(browser: Browser, url: string, prepare?: Options['prepare']): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await prepare?.(page);
  const answered = page.waitForResponse(
    (response) => response.url().includes('/users/timeline') && response.ok(),
  );
  await page.goto(url);
  const map: Record<string, Record<string, number>> = await (await answered).json();
  const months = Object.entries(map).flatMap(([year, counts]) =>
    Object.keys(counts).map((month) => `${year}/${month}`),
  );
  await page.evaluate(
    (keys) => localStorage.setItem('visibleTimeLineSections', JSON.stringify(keys)),
    months,
  );
  await page.reload();
  await page.locator(`${TILES} img[data-loaded]`).first().waitFor();
  await page.waitForTimeout(1_000);
  return page;
}

/** Nodes alive outside the document, after garbage collection. */
async function nodesOutside(page: Page, client: CDPSession): Promise<number> {
  for (let round = 0; round < 4; round++) {
    await client.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(100);
  }
  const { nodes } = await client.send('Memory.getDOMCounters');
  const inside = await page.evaluate(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 1;
    while (walker.nextNode()) count++;
    return count;
  });
  return nodes - inside;
}

async function jumpByScrubber(page: Page): Promise<JumpSample> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(1_000);
  const rail = page.getByRole('slider');
  const box = await rail.boundingBox();
  if (!box) throw new Error('The timeline shows no scrubber');
  // Watching starts before the press: the promise stays in the page and is not awaited yet.
  const watching = await page.evaluateHandle(watchJump, TILES);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  return watching.evaluate(({ figures }) => figures);
}

/** Frames per second of a static page with the same tiles, at each speed. */
async function staticFrames(page: Page, { speeds, seconds }: { speeds: readonly number[]; seconds: number }) {
  await page.evaluate(buildStaticGrid, { tiles: TILES, height: STATIC_HEIGHT });
  const frames: number[] = [];
  for (const speed of speeds) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(1_000);
    const sample = await page.evaluate(scrollAndWatch, {
      speed,
      seconds,
      tiles: TILES,
      turnAt: STATIC_HEIGHT - 900,
    });
    frames.push(sample.framesPerSecond);
  }
  return frames;
}
