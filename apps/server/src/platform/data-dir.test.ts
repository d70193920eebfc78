import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from './data-dir.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-trial-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a missing data folder is created', async () => {
  const folder = path.join(await makeFolder(), 'a/b');
  expect(await prepareDataDir(folder)).toBe(folder);
});

test('a file in place of the data folder is refused in one sentence', async () => {
  const file = path.join(await makeFolder(), 'file');
  await writeFile(file, '');
  await expect(prepareDataDir(file)).rejects.toThrow(`The data folder ${file} cannot be written (EEXIST)`);
});

test.runIf(process.platform === 'linux').each(['/proc/keepsake', '/proc/keepsake/data', '/proc/self/data'])(
  'a data folder where the kernel allows none is refused in one sentence: %s',
  async (folder) => {
    await expect(prepareDataDir(folder)).rejects.toThrow(
      `The data folder ${folder} cannot be created in that place: choose another with DATA_DIR.`,
    );
  },
);

test('a data folder created by another process simultaneously is used', async () => {
  const folder = path.join(await makeFolder(), 'a/b/c');
  expect(await Promise.all([1, 2, 3].map(() => prepareDataDir(folder)))).toEqual([folder, folder, folder]);
});

test('a data folder of another user is refused in one sentence', async () => {
  const folder = await makeFolder();
  await chmod(folder, 0o555);
  // Root may write anywhere, so it drops its privileges for a moment.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  const failure = await prepareDataDir(folder)
    .catch((error) => error)
    .finally(() => isRoot && process.seteuid?.(0));
  expect(failure.message).toContain(`The data folder ${folder} cannot be written (EACCES)`);
});

test('too little disk space is reported with both numbers', async () => {
  await expect(prepareDataDir(await makeFolder(), 1e18)).rejects.toThrow(
    'needs at least 1,000,000,000,000 MB',
  );
});
