import { startWorkerProcess } from '../../../../platform/worker-process.ts';
import type { DrawRequest } from './drawer-process.ts';

const PROGRAM = new URL('./drawer-process.ts', import.meta.url);

export type Drawer = AsyncDisposable & {
  /** Draws into the file that the request names, one at a time. Throws if it cannot be drawn. */
  draw(request: DrawRequest): Promise<void>;
};

/** Draws in a separate process, which releases the memory that libvips and a pdf take. */
export function startDrawer(signal?: AbortSignal): Drawer {
  const drawer = startWorkerProcess<DrawRequest, void>(PROGRAM, {
    execArgv: ['--max-old-space-size=256'],
    signal,
  });
  return {
    async draw(request) {
      await drawer.ask(request).catch((error: Error) => {
        signal?.throwIfAborted();
        throw new Error(`A photo book could not be drawn: ${error.message}`, { cause: error });
      });
    },
    [Symbol.asyncDispose]: () => drawer[Symbol.asyncDispose](),
  };
}
