import * as z from 'zod';
import { asStored, type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import type { PresentDeps } from './present-widgets.ts';
import { endWidget } from './save-widget.ts';

export const TABLES: Tables = {
  widgets: { customer: 'user_id', erasedBy: 'module' },
  widget_links: { customer: 'customer_id', erasedBy: 'module' },
  widget_refusals: { stays: 'no mail with a link is sent there again' },
};

const WIDGETS = tableFile({
  name: 'widgets',
  table: 'widgets',
  orderBy: ['created_at', 'code'],
  row: z.object({
    productCode: z.string(),
    title: z.string().nullable(),
    sites: z.array(z.string()),
    visits: z.int(),
    createdAt: z.iso.datetime({ offset: true }),
  }),
  from: { productCode: 'code', createdAt: asStored('created_at') },
});

type DataDeps = Pick<Deps, 'endEntries'> & Pick<PresentDeps, 'db' | 'clock'>;

/** The widgets kept of a customer. Their addresses open nothing once erasure begins, and nothing while the account is closed. */
export const widgetsData = (deps: DataDeps): DeclaredData => ({
  area: 'widgets',
  loses: { kind: 'widgets', rowsOf: 'widgets' },
  async erase(customerId, { signal }) {
    const all = deps.db.selectFrom('widgets').select('code').where('user_id', '=', customerId);
    for (const { code } of await all.execute()) {
      signal?.throwIfAborted();
      await deps.db.transaction().execute((trx) => endWidget(deps, trx, { customerId, code }));
    }
    return null;
  },
  files: [WIDGETS],
});
