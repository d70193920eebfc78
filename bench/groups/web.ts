import { startEnvironment } from '../environment/start-environment.ts';
import type { Figure } from '../figure.ts';
import { measureFirstLoad } from '../web/first-load.ts';
import { launchBrowser, serveLibrary } from '../web/open-browser.ts';
import { measureScroll } from '../web/scroll-figures.ts';
import { measureSelection } from '../web/selection-figures.ts';

const PHOTOS = 100_000;

/** The timeline in Chromium: the size of its first load, when it paints, and how it scrolls. */
export async function measureWeb(): Promise<Figure[]> {
  const environment = await startEnvironment('web');
  try {
    const url = await serveLibrary(environment, PHOTOS);
    const browser = await launchBrowser();
    const figures = await measureFirstLoad(browser, url).finally(() => browser.close());
    const longMonth = await serveLibrary(environment, 40_000, 2);
    return [...figures, ...(await measureScroll(url)), ...(await measureSelection(longMonth))];
  } finally {
    await environment.stop();
  }
}
