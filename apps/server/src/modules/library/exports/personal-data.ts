import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  photo_exports: { customer: 'user_id' },
  photo_export_chunks: { customer: 'user_id' },
};

/** Exports of a library: they are lists and own no objects. */
export const EXPORTS_DATA: DeclaredData = {
  area: 'exports',
  files: [
    tableFile({
      name: 'photo-exports',
      table: 'photo_exports',
      orderBy: ['created_at', 'id'],
      row: z.strictObject({
        id: z.uuid(),
        status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY']),
        reason: z.enum(['customer', 'retention', 'my-data']).describe('Who asked for it'),
        channel: z.string(),
        requested: z.iso.datetime(),
        updated: z.iso.datetime(),
      }),
      from: { requested: 'created_at', updated: 'updated_at' },
    }),
  ],
};
