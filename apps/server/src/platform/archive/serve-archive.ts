import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDownload } from '../http/send-download.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ArchiveLayout } from './plan-archive.ts';
import { readArchive } from './read-archive.ts';

type Options = {
  layout: ArchiveLayout;
  /** Name under which it is saved, with its `.zip`. */
  fileName: string;
  /** When the archive got the content that it has. */
  modifiedAt: Date;
  objects: Pick<ObjectStore, 'open'>;
  /** Called when a source fails in the middle of an answer. */
  onBroken?: (error: Error) => Promise<void> | undefined;
};

/**
 * Answers a request with an archive or the range of it that is asked for, streamed as it is read. Throws
 * `range-not-satisfiable`; a source that fails later breaks the answer off, so that no client takes it for whole.
 */
export function serveArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { layout, fileName, modifiedAt, objects, onBroken }: Options,
): Promise<FastifyReply> {
  // Every byte counts: neither a proxy nor a cache may answer with another encoding or an older archive.
  reply.header('cache-control', 'private, no-cache, no-transform');
  const { bytes, etag } = layout;
  return sendDownload(request, reply, {
    type: 'application/zip',
    fileName,
    bytes,
    etag,
    modifiedAt,
    open: async (range) =>
      readArchive(layout, objects, range).once('error', (err) => {
        request.log.error({ err }, 'an archive broke off');
        onBroken?.(err)?.catch((error) => request.log.error({ err: error }, 'its failure was not noted'));
      }),
  });
}
