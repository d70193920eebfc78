/// <reference lib="dom" />
import type { Browser, BrowserContext } from '@playwright/test';
import {
  endingIn,
  kilobytesOf,
  type LoadedFiles,
  MAX_FIRST_SCRIPTS,
  readLoadedFiles,
} from '../../scripts/first-files.ts';
import { launchBrowser, openSignedIn, VIEWPORT } from '../harness/browser.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { median } from '../harness/rounds.ts';
import { watchRequests } from './requests-in-a-row.ts';

const LOADS = 5;
/** Additional latency per request of a distant network, in milliseconds. */
const FAR = 100;

type Load = { firstPaint: number; largestPaint: number; inARow: number; files: LoadedFiles };
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
  const before = `JavaScript before the first picture, brotli, ${endingIn(files.first, '.js').length} files`;
  const after = `JavaScript after it, brotli, ${endingIn(files.later, '.js').length} files`;
  const largest = (of: readonly Load[]) => median(of.map(({ largestPaint }) => largestPaint));
  const inARow = median(far.map((load) => load.inARow));
  return [
    figure(before, kilobytesOf(files.first, '.js'), 'kB', { atMost: MAX_FIRST_SCRIPTS }),
    figure(after, kilobytesOf(files.later, '.js'), 'kB'),
    figure('CSS, brotli', kilobytesOf(all, '.css'), 'kB', { atMost: 30 }),
    figure('fonts', kilobytesOf(all, '.woff2'), 'kB', { atMost: 60 }),
    figure('first paint', median(loads.map(({ firstPaint }) => firstPaint)), 'ms'),
    figure('largest paint', largest(loads), 'ms', { atMost: 1_000 }),
    figure('requests that wait for one another until the first picture', inARow, '', { atMost: 7 }),
    figure(`largest paint, ${FAR} ms added to each request`, largest(far), 'ms'),
  ];
}

/** What came before the first picture in any load counts as such: the worst case is judged. */
function filesOf(loads: readonly Load[]): LoadedFiles {
  const unique = (files: LoadedFiles['first']) => new Map(files.map((file) => [file.path, file]));
  const first = unique(loads.flatMap(({ files }) => files.first));
  const later = unique(loads.flatMap(({ files }) => files.later));
  return { first: [...first.values()], later: [...later.values()].filter(({ path }) => !first.has(path)) };
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
  const files = await readLoadedFiles(page);
  const inARow = requests.countUntil((path) => path.startsWith('/media/'));
  return { ...paints, inARow, files };
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
