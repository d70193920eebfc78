/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Browser, CDPSession, Page } from '@playwright/test';
import { launchBrowser, openSignedIn } from '../harness/browser.ts';
import { type Figure, figure } from '../harness/figure.ts';
import {
  buildStaticGrid,
  type JumpTimes,
  type ScrollSample,
  scrollAndWatch,
  watchJump,
  watchTasks,
} from './in-page.ts';

const TILES = '[data-tile]';
/** Height of the static grid: a few screens, so that it contains about as many tiles as the timeline draws. */
const STATIC_HEIGHT = 4_500;
/** In pixels per second. */
const SPEEDS = [1_000, 4_000, 20_000];
const SECONDS = 4;
/** Above this speed tiles arrive later than the eye could follow, and long tasks are only reported. */
const SMOOTH_UP_TO = 4_000;

/** Scrolling through a library with all months open, compared with a static grid of the same tiles. */
export async function measureScroll(url: string): Promise<Figure[]> {
  await using browser = await launchBrowser();
  const page = await openTimeline(browser, url);
  const client = await page.context().newCDPSession(page);
  const before = await nodesOutside(page, client);
  const scrolls = await scrollAtEachSpeed(page, 1_500);
  const jump = await jumpByScrubber(page);
  await scrollToTop(page, 1_500);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const retained = Math.max(0, (await nodesOutside(page, client)) - before);
  const heap = (await client.send('Runtime.getHeapUsage')).usedSize;
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  await page.evaluate(buildStaticGrid, { tiles: TILES, height: STATIC_HEIGHT });
  const still = await scrollAtEachSpeed(page, 1_000, STATIC_HEIGHT - 900);
  return [
    ...SPEEDS.flatMap((speed, at) => speedFigures(speed, scrolls[at], still[at])),
    figure('most DOM nodes', Math.max(nodes, ...scrolls.map(({ result }) => result.nodes)), '', {
      atMost: 2_000,
    }),
    figure('nodes retained after collection', retained, '', { atMost: 0 }),
    figure('heap after collection', heap / 1e6, 'MB'),
    figure('height of the page', height, 'px'),
    figure('jump by the scrubber: tiles', jump.result.tiles, 'ms'),
    figure('jump by the scrubber: pictures', jump.result.pictures, 'ms'),
    figure('jump by the scrubber: longest task', jump.longestTask, 'ms'),
  ];
}

type Scroll = { result: ScrollSample; longestTask: number };

function speedFigures(speed: number, scroll?: Scroll, still?: Scroll): Figure[] {
  if (!scroll || !still) return [];
  const { framesPerSecond, blank } = scroll.result;
  const beside = still.result.framesPerSecond;
  const atMost = speed <= SMOOTH_UP_TO ? 50 : undefined;
  return [
    figure(`${speed} px/s: frames beside a static grid`, framesPerSecond, '1/s', { beside }),
    figure(`${speed} px/s: longest task, 0 when none took 50`, scroll.longestTask, 'ms', { atMost }),
    figure(`${speed} px/s: samples with a blank viewport`, blank * 100, '%'),
  ];
}

/** Opens the timeline with every month stored as open. */
async function openTimeline(browser: Browser, url: string): Promise<Page> {
  const page = await openSignedIn(browser, url);
  const answered = page.waitForResponse(
    (response) => response.url().includes('/users/timeline') && response.ok(),
  );
  await page.goto(url);
  const map: Record<string, Record<string, number>> = await (await answered).json();
  const months = Object.entries(map).flatMap(([year, counts]) =>
    Object.keys(counts).map((month) => `${year}/${month}`),
  );
  await openMonths(page, months);
  await page.locator(`${TILES} img[data-loaded]`).first().waitFor();
  await page.waitForTimeout(1_000);
  return page;
}

/** Shows the timeline again, with these months open. */
export async function openMonths(page: Page, months: readonly string[]): Promise<void> {
  await page.evaluate(
    (keys) => localStorage.setItem('visibleTimeLineSections', JSON.stringify(keys)),
    months,
  );
  await page.reload();
}

async function scrollToTop(page: Page, rest: number): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(rest);
}

async function scrollAtEachSpeed(page: Page, rest: number, turnAt?: number): Promise<Scroll[]> {
  const scrolls: Scroll[] = [];
  for (const speed of SPEEDS) {
    await scrollToTop(page, rest);
    const run = { speed, seconds: SECONDS, tiles: TILES, turnAt };
    scrolls.push(await watchTasks(page, () => page.evaluate(scrollAndWatch, run)));
  }
  return scrolls;
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

/** To the middle of the library. */
async function jumpByScrubber(page: Page): Promise<{ result: JumpTimes; longestTask: number }> {
  await scrollToTop(page, 1_000);
  const box = await page.getByRole('slider').boundingBox();
  if (!box) throw new Error('The timeline shows no scrubber');
  return watchTasks(page, async () => {
    // Watching starts before the press: the promise stays in the page and is not awaited yet.
    const watching = await page.evaluateHandle(watchJump, TILES);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    return watching.evaluate(({ times }) => times);
  });
}
