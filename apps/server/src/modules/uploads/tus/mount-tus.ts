import type { IncomingMessage } from 'node:http';
import { MAX_PHOTO_BYTES, SERVICE_PATHS, TUS_PATH } from '@keepsake/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VerifyToken } from '../../../platform/auth/principal.ts';
import { bearerTokenOf } from '../../../platform/http/mount-routes.ts';
import { Problem } from '../../../platform/problem.ts';
import type { UploadRef, UploadRow } from '../upload.ts';
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

const PATH = SERVICE_PATHS.uploads + TUS_PATH;
const EXTENSIONS = 'creation,creation-with-upload,termination,expiration';
/** A photo is two requests; at best speed a browser sends a few dozen photos a second. */
const REQUESTS_PER_MINUTE = 12_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The tus resumable upload protocol 1.0: every request with a customer's bearer token, no way to read bytes back.
 * 'Complete' in its terms is not yet saved; that is the word of commitUpload alone.
 */
export function mountTus(app: FastifyInstance, deps: TusDeps & { verifyToken: VerifyToken }): void {
  app.register(async (tus) => {
    tus.addContentTypeParser(PIECE_TYPE, (_request, payload, done) => done(null, payload));
    tus.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
      await callerOf(request);
      if (request.method !== 'OPTIONS') requireVersion(request.headers);
    });
    const options = { config: { rateLimit: { max: REQUESTS_PER_MINUTE } } };
    tus.options(PATH, options, async (_request, reply) => {
      reply.headers({
        'tus-version': TUS_VERSION,
        'tus-extension': EXTENSIONS,
        'tus-max-size': MAX_PHOTO_BYTES,
      });
      return reply.code(204).send();
    });
    tus.post(PATH, options, async (request, reply) => {
      const { headers, body } = request;
      const upload = await createUpload(deps, await callerOf(request), {
        fileName: fileNameOf(headers),
        bytes: uploadLengthOf(headers),
        body: (body as IncomingMessage | undefined) ?? null,
        contentLength: contentLengthOf(headers),
      });
      return withState(reply, upload).code(201).header('location', `${PATH}/${upload.id}`).send();
    });
    tus.head(`${PATH}/:uploadId`, options, async (request, reply) => {
      const upload = await readUpload(deps, await refOf(request));
      const name = Buffer.from(upload.file_name).toString('base64');
      reply.headers({ 'upload-length': upload.bytes, 'upload-metadata': `filename ${name}` });
      return withState(reply, upload).code(200).send();
    });
    tus.patch(`${PATH}/:uploadId`, options, async (request, reply) => {
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
    tus.delete(`${PATH}/:uploadId`, options, async (request, reply) => {
      await terminateUpload(deps, await refOf(request));
      return reply.code(204).send();
    });
  });

  async function callerOf(request: FastifyRequest): Promise<string> {
    return (await deps.verifyToken(bearerTokenOf(request))).customerId;
  }
  async function refOf(request: FastifyRequest): Promise<UploadRef> {
    const { uploadId } = request.params as { uploadId: string };
    if (!UUID.test(uploadId)) throw new Problem('not-found');
    return { userId: await callerOf(request), uploadId };
  }
}

function withState(reply: FastifyReply, upload: UploadRow): FastifyReply {
  if (upload.received < upload.bytes) reply.header('upload-expires', upload.expires_at.toUTCString());
  return reply.header('upload-offset', upload.received);
}
