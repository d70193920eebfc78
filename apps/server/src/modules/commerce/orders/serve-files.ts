import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendDownload } from '../../../platform/http/send-download.ts';
import { isId } from '../../../platform/ids.ts';
import { type ByteRange, ObjectNotFound } from '../../../platform/objects/object-store.ts';
import { Problem } from '../../../platform/problem.ts';
import { sendPicture } from '../sent-files/index.ts';
import type { Deps } from './deps.ts';
import { readFile } from './file-store.ts';

type ServeDeps = Pick<Deps, 'db' | 'clock' | 'objects' | 'signer'>;
type Params = { expiry: string; signature: string; ownerId: string; fileId: string; variant: string };

/** Names the area of the addresses, which are signed like those of photos. */
export const fileArea = (userId: string) => `order-files/${userId}`;

/** Where a document of an order is saved from. */
export const addressOfFile = (
  signer: Deps['signer'],
  { userId, fileId, now }: { userId: string; fileId: string; now: Date },
): string => `${signer.addressOf(fileArea(userId), fileId, now)}/file`;

/**
 * Files of orders by signed address: pictures to be shown, documents to be saved. A file that was replaced is gone at once.
 * Anything wrong returns the same 404.
 */
export function mountOrderFiles(app: FastifyInstance, deps: ServeDeps): void {
  const { db, clock, objects, signer } = deps;
  const config = { rateLimit: false } as const;
  app.get('/media/:expiry/:signature/order-files/:ownerId/:fileId/:variant', { config }, answer);

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
    if (file.purpose === 'thumbnail')
      return sendPicture(reply, objects, { objectKey: file.object_key, variant });
    try {
      return await sendDocument(request, reply, { ...file, variant });
    } catch (error) {
      if (error instanceof ObjectNotFound) throw new Problem('not-found', { cause: error });
      throw error;
    }
  }

  type Document = { order_code: string; purpose: string; object_key: string; bytes: number; variant: string };

  function sendDocument(request: FastifyRequest, reply: FastifyReply, file: Document) {
    if (file.variant !== 'file') throw new Problem('not-found');
    const { order_code, purpose, bytes } = file;
    const open = (range?: ByteRange) => objects.open(file.object_key, range);
    return sendDownload(request, reply, {
      type: 'application/pdf',
      fileName: `${order_code}-${purpose}`,
      bytes,
      open,
    });
  }
}
