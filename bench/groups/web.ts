import type { Figure } from '../figure.ts';
import { startSetting } from '../setting/start-setting.ts';
import { measureFirstLoad } from '../web/first-load.ts';
import { launchBrowser, serveLibrary } from '../web/open-browser.ts';
import { measureScroll } from '../web/scroll-figures.ts';
import { measureSelection } from '../web/selection-figures.ts';

const PHOTOS = 100_000;

/** The timeline in Chromium: what its first load weighs, when it paints, and how it scrolls. */
export async function measureWeb(): Promise<Figure[]> {
  const setting = await startSetting('web');
  try {
    const url = await serveLibrary(setting, PHOTOS);
    const browser = await launchBrowser();
    const figures = await measureFirstLoad(browser, url).finally(() => browser.close());
    const longMonth = await serveLibrary(setting, 40_000, 2);
    return [...figures, ...(await measureScroll(url)), ...(await measureSelection(longMonth))];
  } finally {
    await setting.stop();
  }
}
