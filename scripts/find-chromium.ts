import { chromium } from '@playwright/test';
import { install, installFromDebian, isExecutable, onPath } from './find-programs.ts';

/** The headless shell first: without windows to draw, it uses a fifth less CPU for the same pages. */
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable', 'chrome'],
];
const KNOWN_PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the path of a Chromium: an existing one (CHROMIUM_PATH, the path, known places, Playwright's own), or else Debian's
 * package, or else Playwright's download. Throws one sentence if there is none.
 */
export function findChromium(): string {
  const found = searchChromium();
  if (found) return found;
  // Older releases have no package of the shell.
  installFromDebian('Chromium', 'chromium-headless-shell', 'chromium');
  if (!searchChromium()) install('Chromium', 'Playwright', 'playwright install chromium');
  const installed = searchChromium();
  if (installed) return installed;
  throw new Error(
    'This needs a Chromium and none could be installed: install one and name it with CHROMIUM_PATH.',
  );
}

/** The path of an existing Chromium, or undefined; installs nothing. */
export function searchChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  return [
    ...(CHROMIUM_PATH ? [CHROMIUM_PATH] : []),
    ...onPath(NAMES),
    ...KNOWN_PLACES,
    chromium.executablePath(),
  ].find(isExecutable);
}
