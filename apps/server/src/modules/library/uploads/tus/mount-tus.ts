import type { IncomingMessage } from 'node:http';
import { MAX_PHOTO_BYTES } from '@keepsake/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../../platform/problem.ts';
import { requireTransferred } from '../transferred.ts';
import type { Sender, UploadRef, UploadRow } from '../upload.ts';
import { continueUpload } from './continue-upload.ts';
import { createUpload } from './create-upload.ts';
import {
  contentLengthOf,
  fileNameOf,
  PIECE_TYPE,
  requireVersion,
  TUS_VERSION,
  uploadLengthOf,
  uploadOffsetOf,
} from './headers.ts';
import { readUpload } from './read-upload.ts';
import { terminateUpload } from './terminate-upload.ts';
import type { TusDeps } from './tus-deps.ts';

const EXTENSIONS = 'creation,creation-with-upload,termination,expiration';
/** A photo is two requests; at best speed a browser sends a few dozen photos a second. */
const REQUESTS_PER_MINUTE = 12_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type TusOptions = {
  /** Where uploads are announced; each one's address is below. */
  path: string;
  /** Who sends; throws the problem `unauthenticated`. */
  senderOf(request: FastifyRequest): Promise<Sender>;
};

/**
 * The tus resumable upload protocol 1.0: every request with its sender's bearer token, no way to read bytes back.
 * 'Complete' in its terms is not yet saved; that is the word of commitUpload alone.
 */
export function mountTus(app: FastifyInstance, deps: TusDeps, { path, senderOf }: TusOptions): void {
  const senders = new WeakMap<FastifyRequest, Sender>();
  app.register(async (tus) => {
    tus.addContentTypeParser(PIECE_TYPE, (_request, payload, done) => done(null, payload));
    tus.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
      senders.set(request, await senderOf(request));
      if (request.method !== 'OPTIONS') requireVersion(request.headers);
    });
    const options = { config: { rateLimit: { max: REQUESTS_PER_MINUTE } } };
    tus.options(path, options, async (_request, reply) => {
      reply.headers({
        'tus-version': TUS_VERSION,
        'tus-extension': EXTENSIONS,
        'tus-max-size': MAX_PHOTO_BYTES,
      });
      return reply.code(204).send();
    });
    tus.post(path, options, async (request, reply) => {
      const { headers, body } = request;
      const upload = await createUpload(deps, senderIn(request), {
        fileName: fileNameOf(headers),
        bytes: uploadLengthOf(headers),
        body: (body as IncomingMessage | undefined) ?? null,
        contentLength: contentLengthOf(headers),
      });
      return withState(reply, upload).code(201).header('location', `${path}/${upload.id}`).send();
    });
    tus.head(`${path}/:uploadId`, options, async (request, reply) => {
      const upload = await readUpload(deps, await refOf(request));
      const name = Buffer.from(upload.file_name).toString('base64');
      reply.headers({ 'upload-length': upload.bytes, 'upload-metadata': `filename ${name}` });
      return withState(reply, upload).code(200).send();
    });
    tus.patch(`${path}/:uploadId`, options, async (request, reply) => {
      const { headers, body } = request;
      const ref = await refOf(request);
      if (!body) throw new Problem('unsupported-media-type');
      const sent = {
        offset: uploadOffsetOf(headers),
        contentLength: contentLengthOf(headers),
        body: body as IncomingMessage,
      };
      return withState(reply, await continueUpload(deps, ref, sent))
        .code(204)
        .send();
    });
    tus.delete(`${path}/:uploadId`, options, async (request, reply) => {
      await terminateUpload(deps, await refOf(request));
      return reply.code(204).send();
    });
  });

  function senderIn(request: FastifyRequest): Sender {
    const sender = senders.get(request);
    if (!sender) throw new Problem('unauthenticated');
    return sender;
  }
  async function refOf(request: FastifyRequest): Promise<UploadRef> {
    const { uploadId } = request.params as { uploadId: string };
    if (!UUID.test(uploadId)) throw new Problem('not-found');
    const { userId, transferId } = senderIn(request);
    if (transferId) await requireTransferred(deps.db, { userId, uploadId, transferId });
    return { userId, uploadId };
  }
}

function withState(reply: FastifyReply, upload: UploadRow): FastifyReply {
  if (upload.received < upload.bytes) reply.header('upload-expires', upload.expires_at.toUTCString());
  return reply.header('upload-offset', upload.received);
}
