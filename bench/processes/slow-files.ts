import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Loaded before a node of the bench: removing a file takes REMOVAL_MS longer, with as many at once as Node has file system
 * threads, because a slow disk blocks a thread. Timers fire late, so a thread's next file starts when the last should have
 * ended.
 */
const delayMs = Number(process.env.REMOVAL_MS);
const freeAt = Array<number>(Number(process.env.UV_THREADPOOL_SIZE ?? 4)).fill(0);
let turn = 0;

const { unlink } = fs.promises;
fs.promises.unlink = async (file) => {
  const thread = turn++ % freeAt.length;
  const end = Math.max(performance.now(), freeAt[thread] ?? 0) + delayMs;
  freeAt[thread] = end;
  await pause(end - performance.now());
  await unlink(file);
};
syncBuiltinESMExports();
