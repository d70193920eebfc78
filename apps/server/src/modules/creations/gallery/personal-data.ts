import * as z from 'zod';
import { asStored, type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';

export const TABLES: Tables = {
  gallery_entries: { customer: 'customer_id' },
  gallery_reports: { deletedWith: 'gallery_entries' },
};

/** Entries of a customer; visitors' reports on them are erased with them. */
export const GALLERY_DATA: DeclaredData = {
  area: 'gallery',
  files: [
    tableFile({
      name: 'gallery',
      table: 'gallery_entries',
      orderBy: ['offered_at', 'id'],
      row: z.object({
        channel: z.string(),
        productCode: z.string(),
        category: z.string(),
        title: z.string(),
        text: z.string(),
        state: z.string(),
        reason: z.string().nullable(),
        offeredAt: z.iso.datetime({ offset: true }),
      }),
      from: { offeredAt: asStored('offered_at') },
    }),
  ],
};
