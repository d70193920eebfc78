import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

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
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const get = 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends';
    // Older releases have no package of the shell.
    install('Debian', `apt-get update -qq && (${get} chromium-headless-shell || ${get} chromium)`);
  }
  if (!searchChromium()) install('Playwright', 'playwright install chromium');
  const installed = searchChromium();
  if (installed) return installed;
  throw new Error(
    'This needs a Chromium and none could be installed: install one and name it with CHROMIUM_PATH.',
  );
}

/** The path of an existing Chromium, or undefined; installs nothing. */
export function searchChromium(): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  const { CHROMIUM_PATH } = process.env;
  return [
    ...(CHROMIUM_PATH ? [CHROMIUM_PATH] : []),
    ...onPath,
    ...KNOWN_PLACES,
    chromium.executablePath(),
  ].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install(source: string, command: string): void {
  console.log(`No Chromium found: installing it from ${source} (once) ...`);
  const { status, stderr } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) console.log(`That did not work: ${stderr.trim().split('\n').at(-1)}`);
}
