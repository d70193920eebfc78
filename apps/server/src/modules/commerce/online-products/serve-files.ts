import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createNaming } from '../../../platform/archive/safe-names.ts';
import { sendDownload } from '../../../platform/http/send-download.ts';
import { isId } from '../../../platform/ids.ts';
import { ObjectNotFound } from '../../../platform/objects/object-store.ts';
import { Problem } from '../../../platform/problem.ts';
import { sendPicture } from '../sent-files/index.ts';
import type { Deps } from './deps.ts';
import { fileArea, findDocuments } from './documents.ts';
import { readFile, readProduct } from './read-products.ts';
import type { CodeRef } from './store.ts';

type ServeDeps = Pick<Deps, 'db' | 'clock' | 'objects' | 'signer'>;
type Params = { expiry: string; signature: string; ownerId: string; fileId: string; variant: string };
type Served = { request: FastifyRequest; reply: FastifyReply };

/**
 * Pictures of pages and documents by signed address. A file that was replaced is gone at once. Anything wrong returns the
 * same 404.
 */
export function mountProductFiles(app: FastifyInstance, deps: ServeDeps): void {
  const { db, clock, objects, signer } = deps;
  const config = { rateLimit: false } as const;
  app.get('/media/:expiry/:signature/online-products/:ownerId/:fileId/:variant', { config }, answer);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { ownerId, fileId, variant, ...signed } = request.params as Params;
    if (!isId(ownerId) || !isId(fileId)) throw new Problem('not-found');
    if (!signer.isValid({ ...signed, ownerId: fileArea(ownerId), photoId: fileId }, clock()))
      throw new Problem('not-found');
    const file = await readFile(db, ownerId, fileId);
    if (!file) throw new Problem('not-found');
    reply
      .header('cache-control', 'private, max-age=86400, immutable')
      .header('x-content-type-options', 'nosniff');
    const { purpose, objectKey } = file;
    if (purpose === 'page') return sendPicture(reply, objects, { objectKey, purpose, variant });
    if (variant !== 'file') throw new Problem('not-found');
    return sendDocument(deps, file, { request, reply });
  }
}

/** [PDT-03] Answers with the pdf of a product. Throws `not-found` where there is none. */
export async function sendPdf(deps: ServeDeps, ref: CodeRef, served: Served): Promise<FastifyReply> {
  const product = await readProduct(deps.db, ref);
  const files = await findDocuments(deps.db, ref, product);
  const file = files.find(({ purpose }) => purpose === 'product.pdf');
  if (!file) throw new Problem('not-found');
  return sendDocument(deps, { ...file, code: ref.code, title: product?.title ?? null }, served);
}

type Document = { code: string; title: string | null; purpose: string; objectKey: string; bytes: number };

async function sendDocument(
  { objects }: ServeDeps,
  { objectKey, bytes, ...named }: Document,
  { request, reply }: Served,
): Promise<FastifyReply> {
  try {
    return await sendDownload(request, reply, {
      type: 'application/pdf',
      fileName: fileNameOf(named),
      bytes,
      open: (range) => objects.open(objectKey, range),
    });
  } catch (error) {
    if (error instanceof ObjectNotFound) throw new Problem('not-found', { cause: error });
    throw error;
  }
}

/** 'Summer in Kent.pdf': the customer's own name for the product, else its code. */
function fileNameOf({ code, title, purpose }: Pick<Document, 'code' | 'title' | 'purpose'>): string {
  return createNaming()(`${title ?? code}${purpose === 'map.pdf' ? ' (map)' : ''}.pdf`);
}
