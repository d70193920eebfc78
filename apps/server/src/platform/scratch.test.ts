import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from './clock.ts';
import { makeScratchFolder, sweepScratch } from './scratch.ts';

const log = pino({ level: 'silent' });

async function makeDataDir() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-scratch-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

/** What a killed process left there this many hours ago. */
async function abandon(dataDir: string, name: string, hours: number) {
  const folder = path.join(dataDir, 'scratch', name);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '300.jpg'), 'a thumbnail');
  const then = new Date(Date.now() - hours * 3_600_000);
  await utimes(folder, then, then);
}

test('a scratch folder is removed after its work, also if that fails', async () => {
  const dataDir = await makeDataDir();
  const work = async () => {
    await using folder = await makeScratchFolder(dataDir);
    await writeFile(path.join(folder.path, '300.jpg'), 'a thumbnail');
    throw new Error('no picture');
  };
  await expect(work()).rejects.toThrow('no picture');
  expect(await readdir(path.join(dataDir, 'scratch'))).toEqual([]);
});

test('leftovers of killed processes are removed at a start, and only old ones where others may work', async () => {
  const dataDir = await makeDataDir();
  (await sweepScratch({ dataDir, isAlone: true, log, clock: systemClock })).stop();
  await abandon(dataDir, 'old', 2);
  await abandon(dataDir, 'young', 0.01);
  (await sweepScratch({ dataDir, isAlone: false, log, clock: systemClock })).stop();
  expect(await readdir(path.join(dataDir, 'scratch'))).toEqual(['young']);
  (await sweepScratch({ dataDir, isAlone: true, log, clock: systemClock })).stop();
  expect(await readdir(path.join(dataDir, 'scratch'))).toEqual([]);
});

test('leftovers of earlier releases are removed once old, but no other folders', async () => {
  const dataDir = await makeDataDir();
  const temporaryDir = await makeDataDir();
  const left = async (folder: string, name: string, hours: number) => {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, '300.jpg'), 'a thumbnail');
    const then = new Date(Date.now() - hours * 3_600_000);
    await utimes(path.join(folder, name), then, then);
  };
  await left(path.join(dataDir, 'borrowed'), 'a copy', 2);
  for (const name of ['keepsake-thumbnails-a1B2c3', 'keepsake-thumbnails-of-mine', 'thumbnails'])
    await left(temporaryDir, name, 2);
  await left(temporaryDir, 'keepsake-thumbnails-young1', 0.01);
  await symlink(path.join(temporaryDir, 'thumbnails'), path.join(temporaryDir, 'keepsake-thumbnails-linked'));
  (await sweepScratch({ dataDir, temporaryDir, isAlone: true, log, clock: systemClock })).stop();
  expect(await readdir(dataDir)).toEqual([]);
  expect((await readdir(temporaryDir)).sort()).toEqual([
    'keepsake-thumbnails-linked',
    'keepsake-thumbnails-of-mine',
    'keepsake-thumbnails-young1',
    'thumbnails',
  ]);
  expect(await readdir(path.join(temporaryDir, 'thumbnails'))).toEqual(['300.jpg']);
});
