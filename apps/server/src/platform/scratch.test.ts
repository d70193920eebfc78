import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { makeScratchFolder, sweepScratch } from './scratch.ts';

const log = pino({ level: 'silent' });

async function makeDataDir() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-scratch-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return dataDir;
}

/** What a killed process left there so many hours ago. */
async function abandon(dataDir: string, name: string, hours: number) {
  const folder = path.join(dataDir, 'scratch', name);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, '300.jpg'), 'a thumbnail');
  const then = new Date(Date.now() - hours * 3_600_000);
  await utimes(folder, then, then);
}

it('a scratch folder is gone with its work, also when that fails', async () => {
  const dataDir = await makeDataDir();
  const work = async () => {
    await using folder = await makeScratchFolder(dataDir);
    await writeFile(path.join(folder.path, '300.jpg'), 'a thumbnail');
    throw new Error('no picture');
  };
  await expect(work()).rejects.toThrow('no picture');
  expect(await readdir(path.join(dataDir, 'scratch'))).toEqual([]);
});

it('what killed processes left is swept at a start, and where others may work only what is old', async () => {
  const dataDir = await makeDataDir();
  (await sweepScratch({ dataDir, isAlone: true, log })).stop();
  await abandon(dataDir, 'old', 2);
  await abandon(dataDir, 'young', 0.01);
  (await sweepScratch({ dataDir, isAlone: false, log })).stop();
  expect(await readdir(path.join(dataDir, 'scratch'))).toEqual(['young']);
  (await sweepScratch({ dataDir, isAlone: true, log })).stop();
  expect(await readdir(path.join(dataDir, 'scratch'))).toEqual([]);
});
