import * as z from 'zod';
import { type DeclaredData, dataFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import { readDates } from './store.ts';

export const TABLES: Tables = {
  needed_dates: { customer: 'user_id' },
  project_needed_dates: { view: 'the dates of projects' },
};

const row = z.object({
  kind: z.enum(['project', 'order']),
  /** Id of the project or code of the order. */
  reference: z.string(),
  neededOn: z.iso.date(),
  occasion: z.string().nullable(),
  changedAt: z.iso.datetime(),
  /** What the last mail said about it, and when. */
  told: z.string().nullable(),
  toldAt: z.iso.datetime().nullable(),
});

/** The dates by which a customer needs what they ordered or began, and the occasions. */
export const personalDataOf = ({ db }: Pick<Deps, 'db'>): DeclaredData => ({
  area: 'needed-dates',
  files: [
    dataFile({
      name: 'needed-dates',
      row,
      async *read(customerId): AsyncGenerator<z.infer<typeof row>> {
        for (const kind of ['project', 'order'] as const) {
          const dates = await readDates(db, { customerId, kind });
          for (const { reference, date, occasion, changedAt, notified, notifiedAt } of dates.toSorted(
            byChange,
          ))
            yield {
              kind,
              reference,
              neededOn: date,
              occasion,
              changedAt: changedAt.toISOString(),
              told: notified,
              toldAt: notifiedAt?.toISOString() ?? null,
            };
        }
      },
    }),
  ],
});

const byChange = (a: { changedAt: Date }, b: { changedAt: Date }) =>
  a.changedAt.getTime() - b.changedAt.getTime();
