import { CALLBACK_FORMATS } from '@keepsake/contracts/account/callback-settings';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../../../platform/database/database.ts';
import { type DeclaredData, tableFile } from '../../../../platform/personal-data.ts';
import type { Tables } from '../../../../platform/tables.ts';
import { findEndpoint } from './store.ts';

export const TABLES: Tables = {
  callback_endpoints: { customer: 'user_id' },
  callback_tries: { customer: 'user_id' },
};

const SETTINGS = tableFile({
  name: 'callbacks',
  table: 'callback_endpoints',
  orderBy: ['user_id'],
  row: z.object({ url: z.string().nullable(), format: z.enum(CALLBACK_FORMATS) }),
  from: { format: sql`case when format = 'xml' then 'xml' else 'json' end` },
});

/** The address that a customer set, and how it answered. What was sent belongs to the outgoing events. */
export const callbackData = ({ db }: { db: Database }): DeclaredData => ({
  area: 'callbacks',
  loses: {
    kind: 'callbacks',
    count: async (customerId) => ((await findEndpoint(db, customerId))?.url ? 1 : 0),
  },
  files: [SETTINGS],
});
