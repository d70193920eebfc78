/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { type Figure, limited, reported } from '../figure.ts';
import { median } from '../statistics.ts';
import { distFolder, signIn } from './open-browser.ts';

const LOADS = 5;
const KILOBYTE = 1_000;

type Load = { firstPaint: number; largestPaint: number; files: Set<string> };

/** What a browser with a session and an empty cache fetches for the timeline, and when it paints. */
export async function measureFirstLoad(browser: Browser, url: string): Promise<Figure[]> {
  const loads: Load[] = [];
  for (let load = 0; load < LOADS; load++) loads.push(await loadOnce(browser, url));
  const files = [...(loads[0]?.files ?? [])];
  const sizeOf = async (...endings: string[]) => {
    const sizes = files.filter((file) => endings.some((ending) => file.endsWith(ending))).map(compressedSize);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / KILOBYTE;
  };
  const scripts = files.filter((file) => file.endsWith('.js')).length;
  return [
    limited({
      figure: `JavaScript, brotli, ${scripts} files`,
      measured: await sizeOf('.js'),
      unit: 'kB',
      atMost: 190,
    }),
    limited({ figure: 'CSS, brotli', measured: await sizeOf('.css'), unit: 'kB', atMost: 30 }),
    limited({ figure: 'fonts', measured: await sizeOf('.woff2'), unit: 'kB', atMost: 60 }),
    reported({ figure: 'first paint', measured: median(loads.map((load) => load.firstPaint)), unit: 'ms' }),
    reported({
      figure: 'largest paint',
      measured: median(loads.map((load) => load.largestPaint)),
      unit: 'ms',
    }),
  ];
}

async function loadOnce(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, url);
  const client = await context.newCDPSession(page);
  await client.send('Network.clearBrowserCache');
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.(js|css|woff2)$/.test(pathname)) files.add(pathname);
  });
  await page.goto(url);
  await page.locator('[data-tile] img[data-loaded]').first().waitFor();
  await page.waitForLoadState('networkidle');
  const paints = await page.evaluate(readPaints);
  await context.close();
  return { ...paints, files };
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

/** Fonts are compressed as they are. */
async function compressedSize(pathname: string): Promise<number> {
  const bytes = await readFile(path.join(distFolder, pathname));
  return pathname.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length;
}
