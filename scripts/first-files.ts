/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** Limit of the scripts that are loaded before the first picture, as served, in kB. */
export const MAX_FIRST_SCRIPTS = 185;

/** Scripts, style sheets and typefaces with their size as served, in bytes: those asked for before the first picture, and others. */
export type LoadedFiles = { first: LoadedFile[]; later: LoadedFile[] };
export type LoadedFile = { path: string; size: number };

/** What a page with pictures has loaded. A journey and a bench count by it, against the same limit. */
export const readLoadedFiles = (page: Page): Promise<LoadedFiles> => page.evaluate(readInPage);

/** The size in kB of the files whose name ends so. */
export const kilobytesOf = (files: readonly LoadedFile[], ending: string): number =>
  endingIn(files, ending).reduce((sum, { size }) => sum + size, 0) / 1_000;

export const endingIn = (files: readonly LoadedFile[], ending: string): LoadedFile[] =>
  files.filter(({ path }) => path.endsWith(ending));

/** Runs in the page. */
function readInPage(): LoadedFiles {
  const requests = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .map((entry) => ({ ...entry.toJSON(), path: new URL(entry.name).pathname }));
  const pictures = requests.filter(({ path }) => path.startsWith('/media/'));
  const firstPictureAt = Math.min(...pictures.map(({ responseEnd }) => responseEnd));
  const files = requests.filter(({ path }) => /^\/assets\/.*\.(js|css|woff2)$/.test(path));
  const startedBefore = (isFirst: boolean) =>
    files
      .filter(({ startTime }) => startTime < firstPictureAt === isFirst)
      .map(({ path, encodedBodySize }) => ({ path, size: encodedBodySize }));
  return { first: startedBefore(true), later: startedBefore(false) };
}
