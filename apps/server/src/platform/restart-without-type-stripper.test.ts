import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = path.resolve(import.meta.dirname, 'restart-without-type-stripper.fixture.ts');

async function start(cache?: string) {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const options = { env: { ...env, ...(cache && { NODE_COMPILE_CACHE: cache }) } };
  return JSON.parse((await promisify(execFile)(process.execPath, [PROGRAM], options)).stdout);
}

async function makeCache(): Promise<string> {
  const cache = await mkdtemp(path.join(tmpdir(), 'keepsake-compiled-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  return cache;
}

test.skipIf(!process.execve)(
  'the first start restarts itself, and none has the compiler in memory',
  async () => {
    const cache = await makeCache();
    expect(await start(cache)).toEqual({ times: 2, hasCompiler: false });
    expect(await start(cache)).toEqual({ times: 1, hasCompiler: false });
  },
);

test('without a cache, or with one that cannot be written, it restarts at most once', async () => {
  expect(await start()).toEqual({ times: 1, hasCompiler: true });
  const cache = await makeCache();
  await chmod(cache, 0o500);
  expect((await start(cache)).times).toBeLessThanOrEqual(2);
});
