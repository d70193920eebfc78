/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext } from '@playwright/test';
import { type Figure, limited, reported } from '../figure.ts';
import { median } from '../statistics.ts';
import { distFolder, signIn } from './open-browser.ts';
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
export async function measureFirstLoad(browser: Browser, url: string): Promise<Figure[]> {
  const session = await beginSession(browser, url);
  const loads = await loadSeveralTimes({ browser, session, url, latency: 0 });
  const far = await loadSeveralTimes({ browser, session, url, latency: FAR });
  const files = filesOf([...loads, ...far]);
  const all = [...files.first, ...files.later];
  const scripts = files.first.filter(isScript);
  const laterScripts = files.later.filter(isScript);
  return [
    limited({
      figure: `JavaScript before the first picture, brotli, ${scripts.length} files`,
      measured: await sizeOf(scripts),
      unit: 'kB',
      atMost: 190,
    }),
    reported({
      figure: `JavaScript after it, brotli, ${laterScripts.length} files`,
      measured: await sizeOf(laterScripts),
      unit: 'kB',
    }),
    limited({ figure: 'CSS, brotli', measured: await sizeOf(endingIn(all, '.css')), unit: 'kB', atMost: 30 }),
    limited({ figure: 'fonts', measured: await sizeOf(endingIn(all, '.woff2')), unit: 'kB', atMost: 60 }),
    reported({ figure: 'first paint', measured: median(loads.map((load) => load.firstPaint)), unit: 'ms' }),
    limited({
      figure: 'largest paint',
      measured: median(loads.map((load) => load.largestPaint)),
      unit: 'ms',
      atMost: 1_000,
    }),
    limited({
      figure: 'requests that wait for one another until the first picture',
      measured: median(far.map((load) => load.inARow)),
      unit: '',
      atMost: 7,
    }),
    reported({
      figure: `largest paint, ${FAR} ms added to each request`,
      measured: median(far.map((load) => load.largestPaint)),
      unit: 'ms',
    }),
  ];
}

/** What came before the first picture in any load counts as such: the worst case is judged. */
function filesOf(loads: readonly Load[]): Files {
  const first = new Set(loads.flatMap(({ files }) => files.first));
  const later = new Set(loads.flatMap(({ files }) => files.later));
  return { first: [...first], later: [...later.difference(first)] };
}

const endingIn = (files: readonly string[], ending: string) => files.filter((file) => file.endsWith(ending));
const isScript = (file: string) => file.endsWith('.js');

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

async function beginSession(browser: Browser, url: string): Promise<Session> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), url);
  const session = await context.storageState();
  await context.close();
  return session;
}

/** A new context has an empty cache. */
async function loadOnce({ browser, session, url, latency }: Visit): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: session,
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const requests = await watchRequests(client, latency);
  await page.goto(url);
  await page.locator('[data-tile] img[data-loaded]').first().waitFor();
  await page.waitForLoadState('networkidle');
  const paints = await page.evaluate(readPaints);
  const files = await page.evaluate(readFiles);
  const inARow = requests.countUntil((path) => path.startsWith('/media/'));
  await context.close();
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
