import {
  activate,
  type FailedImport,
  getActivation,
  getAnonymousUploads,
  getFailedImports,
  getLegacyUpload,
  importFault,
  type LegacyUpload,
} from '@keepsake/contracts/library/legacy-import';
import { type Route, route } from '../../../platform/http/route.ts';
import { NOBODY } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { readActivation, startActivation } from './activation.ts';
import type { Deps } from './deps.ts';
import { CHECK_CRON, checkImportsTask, importLibraryTask } from './jobs.ts';
import { keepUpload, type NewLegacyUpload, type UploadState } from './keep-uploads.ts';
import { personalLegacyUploads, TABLES } from './personal-data.ts';
import { findFailed, findUploads, type LegacyRow } from './store.ts';

export { type IntakeOutcome, type NewLegacyUpload, takeInUploads } from './keep-uploads.ts';
export { readIntake } from './read-intake.ts';
export { dropUploads } from './store.ts';

export type LegacyImport = Module & {
  /** Keeps a file from before there were libraries until its customer imports it. */
  keepUpload(upload: NewLegacyUpload): Promise<UploadState>;
};

/** Uploads from before there were libraries: kept until their customer activates the library, then imported into it. */
export function createLegacyImport(deps: Deps): LegacyImport {
  return {
    routes: legacyImportRoutes(deps),
    tasks: [importLibraryTask(deps), checkImportsTask(deps)],
    crons: [CHECK_CRON],
    tables: TABLES,
    personalData: personalLegacyUploads(deps),
    keepUpload: (upload) => keepUpload(deps, upload),
  };
}

/** Maximum number of failed imports listed; their total is counted in full. */
const MAX_FAILED = 500;

/**
 * The activation of a library and its legacy uploads. Customers see their own; uploads that belong to nobody yet are found by
 * their ids.
 */
function legacyImportRoutes(deps: Pick<Deps, 'db' | 'isLibraryBeingDeleted' | 'clock'>): Route[] {
  const { db } = deps;
  return [
    route(getActivation, ({ customer }) => readActivation(deps, customer.customerId)),
    route(activate, ({ customer }) => startActivation(deps, customer.customerId)),
    route(getFailedImports, async ({ customer }) => {
      const { failed, total } = await findFailed(db, customer.customerId, MAX_FAILED);
      return { items: failed.map(failedImportOf), total };
    }),
    route(getLegacyUpload, async ({ params, query, customer: { customerId } }) => {
      const isOwn = query.accountId === undefined || query.accountId === customerId;
      const [found] = isOwn ? await findUploads(db, customerId, [params.legacyUploadId]) : [];
      if (!found) throw new Problem('not-found');
      return legacyUploadOf(found);
    }),
    route(getAnonymousUploads, async ({ body }) => ({
      items: (await findUploads(db, NOBODY, body.ids)).map(legacyUploadOf),
    })),
  ];
}

function failedImportOf({ id, file_name, fault }: LegacyRow): FailedImport {
  // A fault written by an operator by hand counts as a lost file.
  return { id, fileName: file_name, fault: importFault.safeParse(fault).data ?? 'missing' };
}

/** An upload in its wire format, without what only operators may know: its fault and the location of its file. */
function legacyUploadOf(row: LegacyRow): LegacyUpload {
  return {
    id: row.id,
    ...(row.user_id === NOBODY ? {} : { accountId: row.user_id }),
    fileName: row.file_name,
    bytes: row.bytes,
    uploaded: row.uploaded_at.toISOString(),
    state: row.state,
    ...(row.photo_id ? { imageId: row.photo_id } : {}),
  };
}
