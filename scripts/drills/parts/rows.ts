import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { seedLibrary } from '../../../bench/harness/seed-library.ts';
import type { startDatabase } from './database.ts';
import type { Stage } from './stage.ts';

/** Photos in the table that migrations change. */
const ROWS = Number(process.env.DRILL_ROWS || 1_000_000);

/** Gives a customer a large library, so that a statement which locks or rewrites the table would be noticed. */
export async function seedRows(
  stage: Stage,
  { query }: Awaited<ReturnType<typeof startDatabase>>,
  customerId: CustomerId,
): Promise<void> {
  stage.say(`adding ${ROWS.toLocaleString('en')} photos`);
  await seedLibrary({ query }, { customerId, photos: ROWS });
}

/** What a release to come may do to a large table beside its customers (ADR 127). */
export const EXPANDING = {
  '9001-drill-note.sql': `alter table photos add column drill_note text;
alter table photos add constraint photos_drill_note_check check (length(drill_note) < 100) not valid;
`,
  '9002-drill-valid.sql': `-- keepsake: outside a transaction
alter table photos validate constraint photos_drill_note_check;
`,
  '9003-drill-index.sql': `-- keepsake: outside a transaction
drop index concurrently if exists photos_drill_note_idx;
create index concurrently photos_drill_note_idx on photos (user_id, drill_note, id);
`,
};
