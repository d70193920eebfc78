import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Loaded before a node of the bench: each file takes REMOVAL_MS longer to remove, and as many at once as Node has threads
 * for files, because a slow disk holds a thread. Timers are late: a thread's next file begins when the last should have ended.
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
