import { parentPort } from 'node:worker_threads';
import { type OwnTexts, setOwnTexts } from '../../../platform/languages.ts';
import { drawInvoice } from './draw-invoice.ts';
import type { IssuedDocument } from './issued-document.ts';

/** What the thread should draw. Channels exist only in the main thread, so their own wordings are passed along. */
export type DrawRequest = { id: number; document: IssuedDocument; xml: string; texts: OwnTexts };
export type DrawReply = { id: number } & ({ pdf: Uint8Array } | { error: unknown });

parentPort?.on('message', async ({ id, document, xml, texts }: DrawRequest) => {
  setOwnTexts(texts);
  const reply: DrawReply = await drawInvoice(document, xml).then(
    (pdf) => ({ id, pdf }),
    (error: unknown) => ({ id, error }),
  );
  parentPort?.postMessage(reply);
});
