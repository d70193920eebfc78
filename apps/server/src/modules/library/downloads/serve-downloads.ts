import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ArchiveSourceError } from '../../../platform/archive/archive-entry.ts';
import { layOutArchive } from '../../../platform/archive/plan-archive.ts';
import { serveArchive } from '../../../platform/archive/serve-archive.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import type { DownloadRow } from './download-row.ts';
import { failDownload, readDownload } from './download-store.ts';
import { findOriginals } from './find-originals.ts';
import { entryOf, findLost } from './lay-out-download.ts';

type Ref = { userId: string; downloadId: string };
type Params = Ref & { expiry: string; signature: string };

const ID = /^[0-9a-f-]{36}$/;
/** Keeps signatures of archives apart from those of photographs. */
const areaOf = ({ userId }: Ref) => `downloads/${userId}`;

/** The signed address of a finished archive. 409 while it is not finished, 404 when it cannot be had (any more). */
export async function addressOfDownload(deps: Deps, ref: Ref): Promise<string> {
  const { entries } = await requireFinished(deps, ref);
  const kept = entries ?? [];
  const lost = await findLost(deps.objects, kept);
  if (lost.length > 0) {
    await giveUp(
      deps,
      ref,
      lost.map((index) => kept[index]?.name ?? ''),
    );
  }
  return `${deps.signer.addressOf(areaOf(ref), ref.downloadId, deps.clock())}/${ref.downloadId}.zip`;
}

/** Archives by signed address, streamed out of the originals. Whatever is wrong, the answer is the same 404. */
export function mountDownloads(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/media/:expiry/:signature/downloads/:userId/:downloadId/:fileName',
    { config: { rateLimit: false } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { expiry, signature, ...ref } = request.params as Params;
      const signed = { expiry, signature, ownerId: areaOf(ref), photoId: ref.downloadId };
      if (!ID.test(ref.userId) || !ID.test(ref.downloadId)) throw new Problem('not-found');
      if (!deps.signer.isGood(signed, deps.clock())) throw new Problem('not-found');
      const { entries, finished_at } = await requireFinished(deps, ref);
      return serveArchive(request, reply, {
        layout: layOutArchive((entries ?? []).map(entryOf)),
        fileName: `${ref.downloadId}.zip`,
        modifiedAt: finished_at ?? deps.clock(),
        objects: deps.objects,
        onBroken: (error) => {
          if (error instanceof ArchiveSourceError) return failDownload(deps.db, ref, [error.entryName]);
        },
      });
    },
  );
}

/** A finished archive all of whose photos the customer may still see. One that lost a photo has failed from now on. */
async function requireFinished(deps: Deps, ref: Ref): Promise<DownloadRow> {
  const download = await readDownload(deps.db, ref, deps.clock());
  if (download?.status === 'started') throw new Problem('conflict');
  if (download?.status !== 'finished') throw new Problem('not-found');
  if (!(await isStillSeen(deps, ref, download))) await giveUp(deps, ref, []);
  const originals = await findOriginals(deps.db, download.photos);
  const missing = download.photos.filter((_, index) => !originals[index]).map(({ name }) => name);
  if (missing.length > 0) await giveUp(deps, ref, missing);
  return download;
}

/** Says from now on that the archive has failed. */
async function giveUp({ db }: Deps, ref: Ref, missing: readonly string[]): Promise<never> {
  await failDownload(db, ref, missing);
  throw new Problem('not-found');
}

async function isStillSeen(deps: Deps, { userId }: Ref, download: DownloadRow): Promise<boolean> {
  const { shared_album_id, photos } = download;
  return !shared_album_id || (await deps.findSharedAlbum(userId, shared_album_id, photos)) !== null;
}
