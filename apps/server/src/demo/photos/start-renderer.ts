import { startWorkerProcess } from '../../platform/worker-process.ts';
import type { DemoPhoto } from './demo-photo.ts';

const PROGRAM = new URL('./renderer-process.ts', import.meta.url);

export type Renderer = AsyncDisposable & {
  /** The bytes of a planned photo; one at a time. Throws if it cannot be rendered. */
  render(photo: DemoPhoto): Promise<Buffer>;
};

/** Renders in a separate process, so that the server itself loads no libvips. */
export function startRenderer(): Renderer {
  const renderer = startWorkerProcess<DemoPhoto, Uint8Array>(PROGRAM);
  return {
    async render(photo) {
      const content = await renderer.ask(photo).catch((error: Error) => {
        throw new Error(`${photo.fileName} of the demo could not be rendered: ${error.message}`, {
          cause: error,
        });
      });
      return Buffer.from(content);
    },
    [Symbol.asyncDispose]: () => renderer[Symbol.asyncDispose](),
  };
}
