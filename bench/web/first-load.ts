/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext } from '@playwright/test';
import { distFolder, launchBrowser, openSignedIn, VIEWPORT } from '../harness/browser.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { median } from '../harness/rounds.ts';
import { watchRequests } from './requests-in-a-row.ts';

const LOADS = 5;
const KILOBYTE = 1_000;
/** Additional latency per request of a distant network, in milliseconds. */
const FAR = 100;

type Load = { firstPaint: number; largestPaint: number; inARow: number; files: Files };
/** Paths of scripts, style sheets and typefaces: those that were asked for before the first picture was there, and the rest. */
type Files = { first: string[]; later: string[] };
type Visit = { browser: Browser; session: Session; url: string; latency: number };
type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What a browser with a session and an empty cache fetches for the timeline, and when it paints. */
export async function measureFirstLoad(url: string): Promise<Figure[]> {
  await using browser = await launchBrowser();
  const page = await openSignedIn(browser, url);
  const session = await page.context().storageState();
  await page.close();
  const loads = await loadSeveralTimes({ browser, session, url, latency: 0 });
  const far = await loadSeveralTimes({ browser, session, url, latency: FAR });
  const files = filesOf([...loads, ...far]);
  const all = [...files.first, ...files.later];
  const [first, later] = [endingIn(files.first, '.js'), endingIn(files.later, '.js')];
  const before = `JavaScript before the first picture, brotli, ${first.length} files`;
  const after = `JavaScript after it, brotli, ${later.length} files`;
  const largest = (of: readonly Load[]) => median(of.map(({ largestPaint }) => largestPaint));
  const inARow = median(far.map((load) => load.inARow));
  return [
    figure(before, await sizeOf(first), 'kB', { atMost: 190 }),
    figure(after, await sizeOf(later), 'kB'),
    figure('CSS, brotli', await sizeOf(endingIn(all, '.css')), 'kB', { atMost: 30 }),
    figure('fonts', await sizeOf(endingIn(all, '.woff2')), 'kB', { atMost: 60 }),
    figure('first paint', median(loads.map(({ firstPaint }) => firstPaint)), 'ms'),
    figure('largest paint', largest(loads), 'ms', { atMost: 1_000 }),
    figure('requests that wait for one another until the first picture', inARow, '', { atMost: 7 }),
    figure(`largest paint, ${FAR} ms added to each request`, largest(far), 'ms'),
  ];
}

/** What came before the first picture in any load counts as such: the worst case is judged. */
function filesOf(loads: readonly Load[]): Files {
  const first = new Set(loads.flatMap(({ files }) => files.first));
  const later = new Set(loads.flatMap(({ files }) => files.later));
  return { first: [...first], later: [...later.difference(first)] };
}

const endingIn = (files: readonly string[], ending: string) => files.filter((file) => file.endsWith(ending));

/** Compressed, in kB. */
async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(compressedSize));
  return sizes.reduce((sum, size) => sum + size, 0) / KILOBYTE;
}

async function loadSeveralTimes(visit: Visit): Promise<Load[]> {
  const loads: Load[] = [];
  for (let load = 0; load < LOADS; load++) loads.push(await loadOnce(visit));
  return loads;
}

/** A new context has an empty cache. */
async function loadOnce({ browser, session, url, latency }: Visit): Promise<Load> {
  await using context = await browser.newContext({ viewport: VIEWPORT, storageState: session });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const requests = await watchRequests(client, latency);
  await page.goto(url);
  await page.locator('[data-tile] img[data-loaded]').first().waitFor();
  await page.waitForLoadState('networkidle');
  const paints = await page.evaluate(readPaints);
  const files = await page.evaluate(readFiles);
  const inARow = requests.countUntil((path) => path.startsWith('/media/'));
  return { ...paints, inARow, files };
}

/** Runs in the page. */
function readFiles(): Files {
  const requests = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .map(({ name, startTime, responseEnd }) => ({ path: new URL(name).pathname, startTime, responseEnd }));
  const pictures = requests.filter(({ path }) => path.startsWith('/media/'));
  const firstPictureAt = Math.min(...pictures.map(({ responseEnd }) => responseEnd));
  const files = requests.filter(({ path }) => /^\/assets\/.*\.(js|css|woff2)$/.test(path));
  const pathsOf = (isFirst: boolean) =>
    files.filter(({ startTime }) => startTime < firstPictureAt === isFirst).map(({ path }) => path);
  return { first: pathsOf(true), later: pathsOf(false) };
}

/** Runs in the page. */
async function readPaints(): Promise<{ firstPaint: number; largestPaint: number }> {
  const read = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(() => resolve([]), 1_000);
    });
  const paints = await read('paint');
  const largest = await read('largest-contentful-paint');
  return {
    firstPaint: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
    largestPaint: largest.at(-1)?.startTime ?? Number.NaN,
  };
}

/** Fonts are already compressed. */
async function compressedSize(pathname: string): Promise<number> {
  const bytes = await readFile(path.join(distFolder, pathname));
  return pathname.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length;
}
