import { Worker } from 'node:worker_threads';
import { ownTexts } from '../../../platform/languages.ts';
import type { DrawReply, DrawRequest } from './draw-thread.ts';
import type { IssuedDocument } from './issued-document.ts';

const PROGRAM = new URL('./draw-thread.ts', import.meta.url);
/** Starting a drawing thread takes half a second, and invoices often come one after the other. */
const THREAD_IDLE_MS = 10_000;

export type Drawer = {
  /** Draws as `drawInvoice` does. Throws what that throws, and if the thread has ended. */
  draw(document: IssuedDocument, xml: string): Promise<Buffer>;
  /** Whether a thread is running. */
  isStarted(): boolean;
};

/**
 * Draws invoices in a separate thread, which ends when idle: the pdf library takes 20 MB, and most servers draw none in most
 * hours (ADR 72). An idle thread keeps no process alive.
 */
export function createDrawer(idleMs = THREAD_IDLE_MS): Drawer {
  let worker: Worker | null = null;
  let ending: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting: Waiting = new Map();

  function start(): Worker {
    const started = startThread(waiting, (error) => {
      if (worker !== started) return;
      worker = null;
      for (const requested of waiting.values()) requested.reject(error);
    });
    return started;
  }
  function rest(): void {
    worker?.unref();
    ending = setTimeout(() => {
      void worker?.terminate();
      worker = null;
    }, idleMs).unref();
  }
  return {
    isStarted: () => worker !== null,
    async draw(document, xml) {
      clearTimeout(ending);
      worker ??= start();
      worker.ref();
      const id = ++lastId;
      const requested = Promise.withResolvers<Buffer>();
      waiting.set(id, requested);
      worker.postMessage({ id, document, xml, texts: ownTexts() } satisfies DrawRequest);
      try {
        return await requested.promise;
      } finally {
        waiting.delete(id);
        if (waiting.size === 0) rest();
      }
    },
  };
}

/** What is being drawn, by the id of the request. */
type Waiting = Map<number, PromiseWithResolvers<Buffer>>;

/** A thread that settles what is waiting, and says when it has ended. */
function startThread(waiting: Waiting, onEnd: (error: Error) => void): Worker {
  const thread = new Worker(PROGRAM, { execArgv: [] });
  thread.on('message', (reply: DrawReply) => {
    const requested = waiting.get(reply.id);
    if ('error' in reply) return requested?.reject(reply.error);
    const { buffer, byteOffset, byteLength } = reply.pdf;
    requested?.resolve(Buffer.from(buffer, byteOffset, byteLength));
  });
  thread.once('error', onEnd);
  thread.once('exit', (code) => onEnd(new Error(`the thread that draws invoices ended with ${code}`)));
  return thread;
}

/** This process's thread. */
export const drawer = createDrawer();
