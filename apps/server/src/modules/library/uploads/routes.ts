import type { IncomingMessage } from 'node:http';
import { commitUpload as commitEndpoint, findKnownContents } from '@keepsake/contracts/library/uploads';
import type { Access } from '@keepsake/contracts/platform/endpoint';
import { MAX_PHOTO_BYTES } from '@keepsake/contracts/platform/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createAllowances } from '../../../platform/allowances.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { isId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { findContents } from '../photos/index.ts';
import { type CommitDeps, commitUpload } from './commit-upload.ts';
import type { TusDeps } from './deps.ts';
import type { Sender, UploadRef, UploadRow } from './store.ts';
import { requireTransferred } from './transferred-uploads.ts';
import { continueUpload, createUpload, readUpload, terminateUpload } from './tus-calls.ts';
import {
  contentLengthOf,
  fileNameOf,
  PART_TYPE,
  requireVersion,
  TUS_VERSION,
  uploadLengthOf,
  uploadOffsetOf,
} from './tus-headers.ts';

/** The calls around an upload: which files the library already has, and turning what was sent into a photo. */
export function uploadRoutes(deps: CommitDeps): Route[] {
  const reading = createAllowances();
  return [
    route(commitEndpoint, ({ params, body, customer }) =>
      commitUpload(deps, { customerId: customer.customerId, uploadId: params.uploadId }, body),
    ),
    route(findKnownContents, async ({ body, customer }) => {
      const hashes = body.sha256.map((hex) => Buffer.from(hex, 'hex'));
      const known = await findContents({ ...deps, reading }, customer.customerId, hashes);
      return { known: [...known].map(([sha256, imageId]) => ({ sha256, imageId })) };
    }),
  ];
}

export type TusOptions = {
  /** Where uploads are created; each has its own address below. */
  path: string;
  access: Extract<Access, 'customer' | 'phone'>;
  /** Identifies the sender; throws the problem `unauthenticated`. */
  senderOf(request: FastifyRequest): Promise<Sender>;
};

/** A photo takes two requests; at best speed a browser sends a few dozen photos a second. */
const REQUESTS_PER_MINUTE = 12_000;

/**
 * The tus resumable upload protocol 1.0. Every request carries its sender's bearer token, and nothing can be read back. An upload
 * complete in its terms is not saved yet: only commitUpload does that.
 */
export function mountTus(app: FastifyInstance, deps: TusDeps, { path, access, senderOf }: TusOptions): void {
  const senders = new WeakMap<FastifyRequest, Sender>();
  const handlers = tusHandlers(deps, path, (request) => {
    const sender = senders.get(request);
    if (!sender) throw new Problem('unauthenticated');
    return sender;
  });
  const options = { config: { access, budget: { perMinute: REQUESTS_PER_MINUTE }, isBodyStreamed: true } };
  app.register(async (tus) => {
    tus.addContentTypeParser(PART_TYPE, (_request, payload, done) => done(null, payload));
    tus.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
      senders.set(request, await senderOf(request));
      if (request.method !== 'OPTIONS') requireVersion(request.headers);
    });
    tus.options(path, options, handlers.describe);
    tus.post(path, options, handlers.create);
    tus.head(`${path}/:uploadId`, options, handlers.read);
    tus.patch(`${path}/:uploadId`, options, handlers.continue);
    tus.delete(`${path}/:uploadId`, options, handlers.terminate);
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function tusHandlers(deps: TusDeps, path: string, senderIn: (request: FastifyRequest) => Sender) {
  return {
    async describe(_request, reply) {
      return reply.code(204).headers(TUS_DESCRIPTION).send();
    },
    async create(request, reply) {
      const { headers, body } = request;
      const upload = await createUpload(deps, senderIn(request), {
        fileName: fileNameOf(headers),
        bytes: uploadLengthOf(headers),
        body: (body as IncomingMessage | undefined) ?? null,
        contentLength: contentLengthOf(headers),
      });
      return withState(reply, upload).code(201).header('location', `${path}/${upload.id}`).send();
    },
    async read(request, reply) {
      const upload = await readUpload(deps, await refOf(deps, request, senderIn(request)));
      const name = Buffer.from(upload.file_name).toString('base64');
      reply.headers({ 'upload-length': upload.bytes, 'upload-metadata': `filename ${name}` });
      return withState(reply, upload).code(200).send();
    },
    async continue(request, reply) {
      const { headers, body } = request;
      const ref = await refOf(deps, request, senderIn(request));
      if (!body) throw new Problem('unsupported-media-type');
      const upload = await continueUpload(deps, ref, {
        offset: uploadOffsetOf(headers),
        contentLength: contentLengthOf(headers),
        body: body as IncomingMessage,
      });
      return withState(reply, upload).code(204).send();
    },
    async terminate(request, reply) {
      await terminateUpload(deps, await refOf(deps, request, senderIn(request)));
      return reply.code(204).send();
    },
  } satisfies Record<string, Handler>;
}

const TUS_DESCRIPTION = {
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,creation-with-upload,termination,expiration',
  'tus-max-size': MAX_PHOTO_BYTES,
};

/** The upload that a request names; a phone can access only what was sent with its code. */
async function refOf(
  { db }: Pick<TusDeps, 'db'>,
  request: FastifyRequest,
  { customerId, transferId }: Sender,
): Promise<UploadRef> {
  const { uploadId } = request.params as { uploadId: string };
  if (!isId(uploadId)) throw new Problem('not-found');
  if (transferId) await requireTransferred(db, { customerId, uploadId, transferId });
  return { customerId, uploadId };
}

function withState(reply: FastifyReply, upload: UploadRow): FastifyReply {
  if (upload.received < upload.bytes) reply.header('upload-expires', upload.expires_at.toUTCString());
  return reply.header('upload-offset', upload.received);
}
