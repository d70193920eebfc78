import { id } from '@keepsake/contracts/platform/fields';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { serveArchive } from '../../../platform/archive/serve-archive.ts';
import { mountSigned } from '../../../platform/http/mount-signed.ts';
import type { ChunkRef } from './chunk-store.ts';
import type { Deps } from './deps.ts';
import { checkChunk, openChunk } from './open-chunk.ts';
import type { ExportRef } from './store.ts';
import { textsOf } from './texts.ts';

const chunk = z.object({
  customerId: customerIdSchema,
  exportId: id,
  iteration: z.string().regex(/^\d{1,6}$/),
});

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
  mountSigned(
    app,
    deps,
    {
      path: 'exports/:customerId/:exportId/:iteration/:fileName',
      params: chunk,
      signedOf: ({ iteration, ...ref }) => ({ area: areaOf(ref), photoId: iteration }),
    },
    async (params, { request, reply }) => {
      const ref = { ...params, iteration: Number(params.iteration) };
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

/** After a photo is deleted, a download resumes only if it names the tag: otherwise two different zips would be mixed. */
function ignoreBareRange({ headers }: FastifyRequest): void {
  if (headers['if-range'] === undefined) headers.range = undefined;
}
