import type { Module } from '../../../platform/module.ts';
import type { Deps } from './deps.ts';
import { CHECK_CRON, checkImportsTask, importLibraryTask } from './jobs.ts';
import { keepUpload, type NewLegacyUpload, type UploadState } from './keep-uploads.ts';
import { personalLegacyUploads, TABLES } from './personal-data.ts';
import { legacyImportRoutes } from './routes.ts';

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
