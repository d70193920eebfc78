import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Holder, takeDataDir } from './data-dir-lock.ts';

let folder: string;
let stated: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-lock-'));
  stated = [];
});
afterEach(() => rm(folder, { recursive: true }));

const take = (as: Holder) =>
  takeDataDir(folder, { as, log: { info: (_, message) => void stated.push(message) } });

test('a data folder has one server at a time', async () => {
  const lock = await take('server');
  const inUse = `in use by another Keepsake (pid ${process.pid})`;
  await expect(take('server')).rejects.toThrow(inUse);
  await expect(take('command')).rejects.toThrow(inUse);
  lock.release();
  (await take('server')).release();
});

test('a start waits until the command that uses the folder is done, and says so once', async () => {
  const command = await take('command');
  let isStarted = false;
  const starting = take('server').then((lock) => {
    isStarted = true;
    return lock;
  });
  await expect.poll(() => stated).toEqual(['the start waits for a command that uses the data folder']);
  expect(isStarted).toBe(false);
  command.release();
  (await starting).release();
  expect(stated).toHaveLength(1);
});

test('the holder of an earlier release, whose file names no kind, counts as a server', async () => {
  const lock = await take('command');
  await writeFile(path.join(folder, 'keepsake.pid'), '4711\n');
  await expect(take('server')).rejects.toThrow('(pid 4711)');
  lock.release();
});
