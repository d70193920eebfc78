import { fork } from 'node:child_process';
import type { DemoPhoto } from './demo-photo.ts';
import type { RenderReply } from './renderer-process.ts';

const PROGRAM = new URL('./renderer-process.ts', import.meta.url);

export type Renderer = {
  /** The bytes of a planned photo; one at a time. Throws if it cannot be rendered. */
  render(photo: DemoPhoto): Promise<Buffer>;
  /** Ends the process and resolves once it is gone. */
  stop(): Promise<void>;
};

/** Renders in a separate process: libvips keeps the memory it once took, and the server lives on for months. */
export function startRenderer(): Renderer {
  const child = fork(PROGRAM, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => child.pid ?? resolve()); // without a pid it never started and never exits
  });

  const render = async (photo: DemoPhoto): Promise<Buffer> => {
    const { promise, resolve, reject } = Promise.withResolvers<RenderReply>();
    const onExit = (code: number | null, killedBy: string | null) =>
      resolve({ error: `its process ended with ${killedBy ?? code}` });
    child.once('message', resolve).once('exit', onExit);
    child.send(photo, (error) => error && reject(error));
    const reply = await promise.finally(() => child.off('message', resolve).off('exit', onExit));
    if ('content' in reply) return Buffer.from(reply.content);
    throw new Error(`${photo.fileName} of the demo could not be rendered: ${reply.error}`);
  };

  const stop = async () => {
    if (child.connected) child.disconnect();
    await exited;
  };

  return { render, stop };
}
