import { sql } from 'kysely';
import * as z from 'zod';
import { type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  needed_dates: { customer: 'user_id' },
  project_needed_dates: { view: 'the dates of projects' },
};

/** The dates by which a customer needs what they ordered or began, and the occasions. */
export const NEEDED_DATA: DeclaredData = {
  area: 'needed-dates',
  files: [
    tableFile({
      name: 'needed-dates',
      table: 'needed_dates',
      orderBy: [sql`(kind = 'order')`, 'changed_at', 'reference'],
      row: z.object({
        kind: z.enum(['project', 'order']),
        /** Id of the project or code of the order. */
        reference: z.string(),
        neededOn: z.iso.date(),
        occasion: z.string().nullable(),
        changedAt: z.iso.datetime(),
        /** What the last mail said about it, and when. */
        told: z.string().nullable(),
        toldAt: z.iso.datetime().nullable(),
      }),
    }),
  ],
};
