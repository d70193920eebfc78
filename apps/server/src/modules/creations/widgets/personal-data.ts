import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { PersonalData } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import type { PresentDeps } from './present-widgets.ts';
import { endWidget } from './save-widget.ts';

export const TABLES: Tables = {
  widgets: { customer: 'user_id', erasedBy: 'module' },
  widget_links: { customer: 'customer_id', erasedBy: 'module' },
  widget_refusals: { stays: 'no mail with a link is sent there again' },
};

const widget = z.object({
  productCode: z.string(),
  title: z.string().nullable(),
  sites: z.array(z.string()),
  visits: z.int(),
  createdAt: z.iso.datetime({ offset: true }),
});

type DataDeps = Pick<Deps, 'endEntries'> & Pick<PresentDeps, 'db' | 'clock'>;

/** The widgets kept of a customer. Their addresses open nothing once erasure begins, and nothing while the account is closed. */
export const widgetsData = (deps: DataDeps): PersonalData => ({
  area: 'widgets',
  async countLosses(customerId) {
    const { total: count } = await deps.db
      .selectFrom('widgets')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('user_id', '=', customerId)
      .executeTakeFirstOrThrow();
    return count > 0 ? [{ kind: 'widgets', count }] : [];
  },
  async erase(customerId, { signal }) {
    const all = deps.db.selectFrom('widgets').select('code').where('user_id', '=', customerId);
    for (const { code } of await all.execute()) {
      signal?.throwIfAborted();
      await deps.db.transaction().execute((trx) => endWidget(deps, trx, { customerId, code }));
    }
    return null;
  },
  files: [{ name: 'widgets', row: widget, read: (customerId) => readRows(deps, customerId) }],
});

async function* readRows({ db }: DataDeps, customerId: CustomerId): AsyncIterable<unknown> {
  const { rows } = await sql<{ widget: unknown }>`
    select json_build_object('productCode', code, 'title', title, 'sites', sites, 'visits', visits,
      'createdAt', created_at) as widget
    from widgets where user_id = ${customerId} order by created_at, code`.execute(db);
  for (const row of rows) yield row.widget;
}
