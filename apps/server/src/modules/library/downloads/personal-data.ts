import { sql } from 'kysely';
import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  downloads: { customer: 'user_id' },
};

/** Archives of selected photos: they are lists and own no objects. */
export const DOWNLOADS_DATA: DeclaredData = {
  area: 'downloads',
  files: [
    tableFile({
      name: 'downloads',
      table: 'downloads',
      orderBy: ['created_at', 'id'],
      row: z.strictObject({
        id: z.uuid(),
        name: z.string(),
        status: z.enum(['started', 'finished', 'error']),
        bytes: z.int().nullable(),
        photos: z.int().describe('Photos asked for'),
        requested: z.iso.datetime(),
        finished: z.iso.datetime().nullable(),
      }),
      from: { photos: sql`jsonb_array_length(photos)`, requested: 'created_at', finished: 'finished_at' },
    }),
  ],
};
