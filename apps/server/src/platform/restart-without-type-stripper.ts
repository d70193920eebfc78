import { flushCompileCache, getCompileCacheDir } from 'node:module';

/** Set in the restarted process; without it a process whose cache cannot be written would restart forever. */
const MARK = 'KEEPSAKE_BEGUN_ANEW';
/** The part of Node that strips types from sources, as named in Node's list of loaded modules. */
const TYPE_STRIPPER = 'NativeModule internal/deps/amaro/dist/index';

/**
 * Restarts this process in place, with the same pid, if Node had to strip the types from our sources: the stripper stays in
 * memory (25 MB), and its output is in the cache by now (ADR 72). Call this before anything is opened. Does nothing if Node keeps
 * no cache, does not list what it has loaded, or cannot replace a process.
 */
export function restartWithoutTypeStripper(): void {
  const { moduleLoadList: loaded = [] } = process as { moduleLoadList?: readonly string[] };
  if (!loaded.includes(TYPE_STRIPPER) || !getCompileCacheDir() || !process.execve || process.env[MARK])
    return;
  flushCompileCache();
  beginAnew({ [MARK]: '1' });
}

/**
 * Replaces this process by a new run of the same program, with the same pid, terminal and signals. Nothing that is open survives.
 * Returns only where a process cannot be replaced.
 */
export function beginAnew(environment: NodeJS.ProcessEnv = {}): void {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...process.env, ...environment });
}
