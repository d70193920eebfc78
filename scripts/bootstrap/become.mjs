import { spawn } from 'node:child_process';
import path from 'node:path';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Prints one sentence and ends the process with exit code 1. */
export function explain(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * The environment of everything we run. The pinned Node and the installed tools come first on the path. Node's compile cache is
 * kept, which nearly halves the CPU time of a start. File operations get more threads, since they mostly wait for the disk:
 * with Node's four, everybody would wait for everybody else. glibc returns freed memory to the system instead of keeping it per
 * thread.
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
 * With V8's default size of the young generation, a server keeps 50 MB of garbage from its start. It collects the rest when it
 * becomes idle (`platform/release-free-memory.ts`), which V8 on its own only does once there is work again.
 */
const FLAGS = ['--max-semi-space-size=8', '--expose-gc', '--disable-warning=ExperimentalWarning'];

/**
 * Turns this process into `node <args>`. npm sends signals to the process it started, so the server must be that very process.
 * Node below 22.15 cannot replace itself: there, this process stays as a parent that forwards signals.
 */
export function become(runtime, args, root) {
  const environment = environmentFor(runtime, root);
  const flags = [...FLAGS, ...args];
  if (process.execve && process.platform !== 'win32')
    process.execve(runtime, [runtime, ...flags], environment);
  void run(runtime, flags, { env: environment }).then(endLike);
}

/** Runs a program to its end with our terminal and signals. Returns its exit code or signal. */
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

/** Ends this process the way another one has ended. */
export function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
}
