import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveArchive } from '../../../platform/archive/serve-archive.ts';
import { SIGNED_ROUTE } from '../../../platform/http/route-budgets.ts';
import { isId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { ChunkRef } from './chunk-store.ts';
import type { Deps } from './deps.ts';
import { checkChunk, openChunk } from './open-chunk.ts';
import type { ExportRef } from './store.ts';
import { textsOf } from './texts.ts';

type Params = ExportRef & { expiry: string; signature: string; iteration: string };

const ITERATION = /^\d{1,6}$/;
/** Keeps the signatures of exports separate from those of photos. */
const areaOf = ({ customerId, exportId }: ExportRef) => `exports/${customerId}/${exportId}`;

/** The signed address of a chunk, after checking its files. 409 until it is ready, 404 if it is not available. */
export async function addressOfChunk(deps: Deps, ref: ChunkRef): Promise<string> {
  await checkChunk(deps, ref);
  const signed = deps.signer.addressOf(areaOf(ref), String(ref.iteration), deps.clock());
  return `${signed}/export-${ref.iteration + 1}.zip`;
}

/** Serves chunks by signed address, streamed from the originals. Every wrong address gets the same 404. */
export function mountChunks(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/media/:expiry/:signature/exports/:customerId/:exportId/:iteration/:fileName',
    SIGNED_ROUTE,
    async (request: FastifyRequest, reply: FastifyReply) => {
      const ref = requireSigned(deps, request.params as Params);
      const { row, total, plan, isIncomplete } = await openChunk(deps, ref);
      if (isIncomplete) ignoreBareRange(request);
      return serveArchive(request, reply, {
        plan,
        fileName: textsOf(row)('file.zip', { part: ref.iteration + 1, total }),
        modifiedAt: row.updated_at,
        objects: deps.objects,
      });
    },
  );
}

function requireSigned({ signer, clock }: Pick<Deps, 'signer' | 'clock'>, params: Params): ChunkRef {
  const { expiry, signature, customerId, exportId, iteration } = params;
  const isWellFormed = isId(customerId) && isId(exportId) && ITERATION.test(iteration);
  const signed = { expiry, signature, area: areaOf(params), photoId: iteration };
  if (!isWellFormed || !signer.isValid(signed, clock())) throw new Problem('not-found');
  return { customerId, exportId, iteration: Number(iteration) };
}

/** After a photo is deleted, a download resumes only if it names the tag: otherwise two different zips would be mixed. */
function ignoreBareRange({ headers }: FastifyRequest): void {
  if (headers['if-range'] === undefined) headers.range = undefined;
}
