import { CALLBACK_FORMATS } from '@keepsake/contracts/account/callback-settings';
import * as z from 'zod';
import type { Database } from '../../../../platform/database/database.ts';
import { type DeclaredData, dataFile } from '../../../../platform/personal-data.ts';
import type { Tables } from '../../../../platform/tables.ts';
import { findEndpoint } from './store.ts';

export const TABLES: Tables = {
  callback_endpoints: { customer: 'user_id' },
  callback_tries: { customer: 'user_id' },
};

const settingsFile = z.object({ url: z.string().nullable(), format: z.enum(CALLBACK_FORMATS) });

/** The address that a customer set, and how it answered. What was sent belongs to the outgoing events. */
export function callbackData({ db }: { db: Database }): DeclaredData {
  return {
    area: 'callbacks',
    async countLosses(customerId) {
      return (await findEndpoint(db, customerId))?.url ? [{ kind: 'callbacks', count: 1 }] : [];
    },
    files: [
      dataFile({
        name: 'callbacks',
        row: settingsFile,
        async *read(customerId) {
          const row = await findEndpoint(db, customerId);
          if (row)
            yield { url: row.url, format: row.format === 'xml' ? ('xml' as const) : ('json' as const) };
        },
      }),
    ],
  };
}
