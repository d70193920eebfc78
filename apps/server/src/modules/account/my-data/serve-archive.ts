import { id } from '@keepsake/contracts/platform/fields';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ArchiveEntry } from '../../../platform/archive/archive-entry.ts';
import { type ArchivePlan, planArchive } from '../../../platform/archive/plan-archive.ts';
import { serveArchive } from '../../../platform/archive/serve-archive.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { mountSigned } from '../../../platform/http/mount-signed.ts';
import { Problem } from '../../../platform/problem.ts';
import { findClosed } from '../customers/index.ts';
import type { Deps } from './deps.ts';
import {
  type ArchiveRef,
  type ArchiveRow,
  type FileRow,
  markArchiveFailed,
  readArchive,
  readFiles,
} from './store.ts';
import { textsOf } from './texts.ts';

const archive = z.object({ customerId: customerIdSchema, archiveId: id });

/** Keeps the signatures of archives separate from those of photos. */
const areaOf = (customerId: CustomerId) => `my-data/${customerId}`;

/** Length of an archive's zip in bytes. */
export async function sizeOfArchive(db: Queryable, row: ArchiveRow): Promise<number> {
  return planOf(row, await readFiles(db, { customerId: row.user_id, archiveId: row.id })).bytes;
}

/** The text that explains the rest comes first. */
function planOf(row: ArchiveRow, files: readonly FileRow[]): ArchivePlan {
  const modifiedAt = row.updated_at.toISOString().slice(0, 19);
  const entries = files.map(
    ({ name, bytes, crc32, object_key }): ArchiveEntry => ({
      name,
      bytes,
      crc32,
      modifiedAt,
      source: { key: object_key },
    }),
  );
  const isReadme = ({ name }: ArchiveEntry) => !name.endsWith('.json');
  return planArchive([...entries.filter(isReadme), ...entries.filter((entry) => !isReadme(entry))]);
}

/**
 * The signed address of an archive's zip, after checking its files: one that has lost any is given up. 409 until it is ready, 404
 * if it is not available.
 */
export async function addressOfArchive(deps: Deps, ref: ArchiveRef): Promise<string> {
  const { files } = await requireReady(deps, ref);
  for (const { object_key, bytes } of files) {
    if ((await deps.objects.size(object_key)) === bytes) continue;
    deps.log.error({ ...ref, objectKey: object_key }, "an archive of 'my data' lacks a file");
    await markArchiveFailed(deps.db, ref);
    throw new Problem('not-found');
  }
  return `${deps.signer.addressOf(areaOf(ref.customerId), ref.archiveId, deps.clock())}/my-data.zip`;
}

async function requireReady(deps: Pick<Deps, 'db' | 'clock'>, ref: ArchiveRef) {
  const row = await readArchive(deps.db, ref, deps.clock());
  if (row?.status === 'REQUESTED' || row?.status === 'IN_PROGRESS') throw new Problem('conflict');
  if (row?.status !== 'READY') throw new Problem('not-found');
  return { row, files: await readFiles(deps.db, ref) };
}

/**
 * Serves archives by signed address, streamed from their files. Every wrong address gets the same 404, and so do closed accounts.
 */
export function mountArchives(app: FastifyInstance, deps: Deps): void {
  mountSigned(
    app,
    deps,
    {
      path: 'my-data/:customerId/:archiveId/:fileName',
      params: archive,
      signedOf: ({ customerId, archiveId }) => ({ area: areaOf(customerId), photoId: archiveId }),
    },
    async (ref, { request, reply }) => {
      const isClosed = (await findClosed(deps.db, [ref.customerId])).size > 0;
      if (isClosed) throw new Problem('not-found');
      const { row, files } = await requireReady(deps, ref);
      const day = row.created_at.toISOString().slice(0, 10);
      return serveArchive(request, reply, {
        plan: planOf(row, files),
        fileName: textsOf(row)('file.zip', { day }),
        modifiedAt: row.updated_at,
        objects: deps.objects,
      });
    },
  );
}
