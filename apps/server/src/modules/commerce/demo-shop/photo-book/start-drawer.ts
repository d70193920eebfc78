import { fork } from 'node:child_process';
import type { DrawReply, DrawRequest } from './drawer-process.ts';

const PROGRAM = new URL('./drawer-process.ts', import.meta.url);

export type Drawer = AsyncDisposable & {
  /** Draws into the file that the request names, one at a time. Throws if it cannot be drawn. */
  draw(request: DrawRequest): Promise<void>;
};

/** Draws in a separate process, which releases the memory that libvips and a pdf take; the server lives on for months. */
export function startDrawer(signal?: AbortSignal): Drawer {
  const child = fork(PROGRAM, [], {
    execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => child.pid ?? resolve()); // without a pid it never started and never exits
  });
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });

  async function draw(request: DrawRequest): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<DrawReply>();
    const onExit = (code: number | null, killedBy: string | null) =>
      resolve({ error: `its process ended with ${killedBy ?? code}` });
    child.once('message', resolve).once('exit', onExit);
    child.send(request, (error) => error && reject(error));
    const { error } = await promise.finally(() => child.off('message', resolve).off('exit', onExit));
    if (error !== null) throw new Error(`A photo book could not be drawn: ${error}`);
  }
  return {
    draw,
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener('abort', kill);
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
