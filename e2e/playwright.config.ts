import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { SHOP_TOKEN } from './shop-token.ts';
import { IS_TRIAL } from './trial.ts';

/** Set by `npm run engines`, whose few journeys start another engine than Chromium. */
const { ENGINE } = process.env;

/** One server for all journeys, with the demo customers, on a fresh data folder; journeys that kill start their own. */
const port = Number(process.env.E2E_PORT ?? 3456);
// Chromium encodes file names by the locale; a bare machine may have none.
process.env.LC_ALL = 'C.UTF-8';
process.env.E2E_DATA_DIR ??= path.join(tmpdir(), `keepsake-e2e-${process.pid}`);

export default defineConfig({
  testDir: '.',
  testMatch: ENGINE ? 'engines/*.journey.ts' : '*.spec.ts',
  globalTeardown: './remove-data.ts',
  workers: ENGINE ? 1 : 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  outputDir: '../test-results',
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 860 },
    // Screenshots of every frame would take a third of the time; DOM snapshots are enough to find the cause.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: ENGINE ? undefined : findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
  webServer: {
    command: 'exec node ../apps/server/src/main.ts',
    url: `http://localhost:${port}/health/ready`,
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'error',
      DEMO: IS_TRIAL ? 'off' : 'on',
      // All journeys come from one address.
      RATE_LIMIT_PER_MINUTE: '100000',
      TRUST_PROXY: 'loopback',
      DEMO_SHOP_SECONDS: '20',
      SERVICE_TOKENS: JSON.stringify({
        shop: {
          token: SHOP_TOKEN,
          scopes: ['orders', 'events', 'files', 'projects', 'products', 'vouchers', 'invoices'],
        },
      }),
    },
  },
});
