import { Worker } from 'node:worker_threads';
import { ownTexts } from '../../../../platform/languages.ts';
import type { Channel } from '../../../frame/channels/index.ts';
import { composeInvoice } from './compose-document.ts';
import type { DrawReply, DrawRequest } from './draw-thread.ts';
import type { IssuedDocument } from './issued-document.ts';
import type { InvoicedOrder } from './read-order.ts';
import { writeCii } from './write-cii.ts';

const PROGRAM = new URL('./draw-thread.ts', import.meta.url);
/** Starting a drawing thread takes half a second, and invoices often come one after the other. */
const IDLE_MS = 10_000;

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
export function createDrawer(idleMs = IDLE_MS): Drawer {
  let worker: Worker | null = null;
  let ending: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();

  function start(): Worker {
    const started = new Worker(PROGRAM, { execArgv: [] });
    started.on('message', (reply: DrawReply) => {
      const requested = waiting.get(reply.id);
      if ('error' in reply) return requested?.reject(reply.error);
      const { buffer, byteOffset, byteLength } = reply.pdf;
      requested?.resolve(Buffer.from(buffer, byteOffset, byteLength));
    });
    const end = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      for (const requested of waiting.values()) requested.reject(error);
    };
    started.once('error', end);
    started.once('exit', (code) => end(new Error(`the thread that draws invoices ended with ${code}`)));
    return started;
  }

  function rest(): void {
    worker?.unref();
    ending = setTimeout(() => {
      const idle = worker;
      worker = null;
      void idle?.terminate();
    }, idleMs).unref();
  }

  return {
    isStarted: () => worker !== null,
    async draw(document, xml) {
      clearTimeout(ending);
      worker ??= start();
      worker.ref();
      lastId += 1;
      const id = lastId;
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

/** This process's thread. */
export const drawer = createDrawer();

type Drawn = { order: InvoicedOrder; channel: Channel; number: string; issuedOn: string };

/** The invoice of a paid order, drawn for a shop of ours that reports its own: amounts and pdf. */
export async function drawForShop({ order, channel, number, issuedOn }: Drawn) {
  const document = { ...composeInvoice({ order, channel }), number, issuedOn, dueOn: null };
  const { net, tax, gross, taxes } = document;
  const pdf = await drawer.draw(document, writeCii(document));
  return { net, tax, gross, taxes: taxes.map((part) => ({ ...part, rate: part.rate / 100 })), pdf };
}
