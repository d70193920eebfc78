import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../apps/server/src/testing/free-port.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The sources as git would clone them, where nothing is built, beside the packages that are installed here. */
async function cloneSources(): Promise<string> {
  const clone = await mkdtemp(path.join(tmpdir(), 'keepsake-develop-'));
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 10_000_000 } as const;
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], options).split('\n');
  for (const file of listed)
    if (file !== '' && existsSync(path.join(root, file)))
      cpSync(path.join(root, file), path.join(clone, file));
  const installed = path.join(root, 'node_modules');
  mkdirSync(path.join(clone, 'node_modules'));
  for (const name of readdirSync(installed))
    if (!['.cache', '.vite', '@keepsake'].includes(name))
      symlinkSync(path.join(installed, name), path.join(clone, 'node_modules', name));
  // These are links into the repository itself.
  cpSync(path.join(installed, '@keepsake'), path.join(clone, 'node_modules/@keepsake'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return clone;
}

test('npm run dev serves server and web app of a fresh clone, and shows changes without a reload', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const clone = await cloneSources();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-develop-data-'));
  const [port, webPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${webPort}`;
  const dev = spawn('npm', ['run', 'dev'], {
    cwd: clone,
    env: {
      ...process.env,
      PORT: String(port),
      WEB_PORT: String(webPort),
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (text) => (output += text));
  const titleAt = async (address: string) => {
    const answer = await fetch(url + address).catch(() => null);
    return answer && /<title>([^<]*)/.exec(await answer.text())?.[1];
  };
  try {
    await expect.poll(() => titleAt('/'), { timeout: 90_000, message: output }).toBe('Keepsake');
    expect(await titleAt('/operator/sign-in')).toContain('Operator sign-in');
    expect(await titleAt('/gallery/pennyfern')).toContain('Gallery');
    expect(await titleAt('/docs')).toBe('Keepsake API');

    await page.goto(`${url}/logout`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const component = path.join(clone, 'apps/web/src/features/frame/shell/shell.tsx');
    const source = await readFile(component, 'utf8');
    await writeFile(component, source.replace('<main id=', '<main data-changed="yes" id='));
    await expect(page.locator('main[data-changed=yes]')).toBeVisible({ timeout: 60_000 });
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  } finally {
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    await ended;
    for (const folder of [clone, dataDir])
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
});
