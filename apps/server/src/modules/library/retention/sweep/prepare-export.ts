import * as z from 'zod';
import type { Task } from '../../../../platform/jobs/jobs.ts';
import type { Deps } from '../deps.ts';

export const PREPARE_EXPORT = 'prepare-storage-export';
const payloadSchema = z.object({ userId: z.string(), channel: z.string() });

/** The job that asks for the export of a customer whose storage became critical: a failure holds up nobody else. */
export function prepareExportTask({ db, requestExport }: Pick<Deps, 'db' | 'requestExport'>): Task {
  return {
    name: PREPARE_EXPORT,
    async handle(payload) {
      const request = { ...payloadSchema.parse(payload), reason: 'retention' as const };
      await db.transaction().execute((trx) => requestExport(trx, request));
    },
  };
}
