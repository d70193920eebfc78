import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDownload } from '../http/send-download.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ArchivePlan } from './plan-archive.ts';
import { readArchive } from './read-archive.ts';

type Options = {
  plan: ArchivePlan;
  /** Name to save it under, with `.zip`. */
  fileName: string;
  /** When the content of the archive last changed. */
  modifiedAt: Date;
  objects: Pick<ObjectStore, 'open'>;
  /** Called when a source fails in the middle of an answer. */
  onBroken?: (error: Error) => Promise<void> | undefined;
};

/**
 * Answers a request with an archive or the requested range, streamed as it is read. Throws `range-not-satisfiable`. If a source
 * fails later, the answer is cut off so that no client takes it for complete.
 */
export function serveArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { plan, fileName, modifiedAt, objects, onBroken }: Options,
): Promise<FastifyReply> {
  // Neither a proxy nor a cache may answer with another encoding or an older archive.
  reply.header('cache-control', 'private, no-cache, no-transform');
  const { bytes, etag } = plan;
  return sendDownload(request, reply, {
    type: 'application/zip',
    fileName,
    bytes,
    etag,
    modifiedAt,
    open: async (range) =>
      readArchive(plan, objects, range).once('error', (err) => {
        onBroken?.(err)?.catch((error) => request.log.error({ err: error }, 'its failure was not recorded'));
      }),
  });
}
