import { flushCompileCache, getCompileCacheDir } from 'node:module';

/** Set in the process that has begun anew: where the cache cannot be written it would find nothing there either. */
const MARK = 'KEEPSAKE_BEGUN_ANEW';
/** The part of Node that takes types out of sources, by its name in Node's list of what it has loaded. */
const COMPILER = 'NativeModule internal/deps/amaro/dist/index';

/**
 * Begins this process anew, with the same id, if Node has had to take the types out of our sources: what does it stays in memory,
 * 25 MB, and what it made is in the cache now (ADR 72). Call it before anything is opened. Does nothing where Node keeps no
 * cache, does not tell what it has loaded, or cannot replace a process.
 */
export function beginWithoutCompiler(): void {
  const { moduleLoadList: loaded = [] } = process as { moduleLoadList?: readonly string[] };
  if (!loaded.includes(COMPILER) || !getCompileCacheDir() || !process.execve || process.env[MARK]) return;
  flushCompileCache();
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, [MARK]: '1' });
}
