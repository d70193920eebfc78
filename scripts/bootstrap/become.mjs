import { spawn } from 'node:child_process';
import path from 'node:path';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Says one sentence and ends the process with exit code 1. */
export function explain(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * The environment of everything we run: the pinned Node and the installed tools come first on the path, and what Node has
 * compiled is kept, which nearly halves the processor time of a start. Files are read, written and removed by threads that
 * mostly wait for the disk: four, as Node has them, would make everybody wait for each other. What glibc has freed goes back
 * to the system, which it keeps otherwise, for each thread apart.
 */
export function environmentFor(runtime, root) {
  const modules = path.join(root, 'node_modules');
  const tools = [path.dirname(runtime), path.join(modules, '.bin')];
  return {
    NODE_COMPILE_CACHE: path.join(modules, '.cache/keepsake'),
    UV_THREADPOOL_SIZE: '16',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_TRIM_THRESHOLD_: '1048576',
    ...process.env,
    PATH: [...tools, process.env.PATH].join(path.delimiter),
  };
}

/**
 * With the room that V8 gives young objects by itself a server keeps 50 MB of what its start left behind. It collects what else
 * is left when it comes to rest (`platform/give-memory-back.ts`), which V8 alone does when there is work again.
 */
const FLAGS = ['--max-semi-space-size=8', '--expose-gc', '--disable-warning=ExperimentalWarning'];

/**
 * Turns this process into `node <args>`. npm sends signals to the process that it started, so the server must be
 * that very process. Node below 22.15 cannot replace itself: there we stay as a parent that passes signals on.
 */
export function become(runtime, args, root) {
  const environment = environmentFor(runtime, root);
  const flags = [...FLAGS, ...args];
  if (process.execve && process.platform !== 'win32')
    process.execve(runtime, [runtime, ...flags], environment);
  void run(runtime, flags, { env: environment }).then(endLike);
}

/** Runs a program to its end with our terminal and our signals. Answers its exit code or its signal. */
export function run(program, args, options) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      resolve({ code, signal });
    });
  });
}

/** Ends this process as another one has ended. */
export function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
}
