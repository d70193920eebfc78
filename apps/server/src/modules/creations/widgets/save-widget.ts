import type { saveWidget as saveWidgetEndpoint, Widget } from '@keepsake/contracts/creations/widgets';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { push } from '../../../platform/push.ts';
import type { Deps, WidgetRef } from './deps.ts';
import { type PresentDeps, presentWidget } from './present-widgets.ts';
import { insertLink, lockProduct, removeWidget, upsertWidget } from './store.ts';

type Settings = BodyOf<typeof saveWidgetEndpoint>;

/** Creates the widget of a product, or changes its settings. Two tabs that save at once create one. */
export async function saveWidget(
  deps: PresentDeps & Pick<Deps, 'reviewEntries'>,
  ref: WidgetRef,
  settings: Settings,
): Promise<Widget> {
  const { db, clock, tokens } = deps;
  await db.transaction().execute(async (trx) => {
    const product = await lockProduct(trx, ref);
    if (!product || product.pages.length === 0) throw new Problem('not-found');
    if (product.block) throw new Problem('order-blocked', { detail: product.block.reason ?? undefined });
    requirePlaces(settings, product.pages.length);
    const [id, now] = [newId(), clock()];
    const sites = [...new Set(settings.sites)];
    const { isNew } = await upsertWidget(trx, ref, { id, settings: { ...settings, sites }, now });
    if (isNew) await insertLink(trx, ref, tokens.hashOf(tokens.tokenOf(id)));
    else await deps.reviewEntries(trx, ref);
    await pushWidgets(trx, ref.customerId, now);
  });
  return presentWidget(deps, ref);
}

function requirePlaces({ firstPlace, lastPlace }: Settings, placesCount: number): void {
  const beyond = [firstPlace, lastPlace ?? 1].findIndex((place) => place > placesCount);
  if (beyond < 0) return;
  const path = beyond === 0 ? 'body.firstPlace' : 'body.lastPlace';
  throw faultyField(path, 'is beyond the last page');
}

type EndDeps = Pick<Deps, 'clock' | 'endEntries'>;

/** Deletes a widget, in the transaction that ends it: its address opens nothing from the commit on. */
export async function endWidget(deps: EndDeps, trx: Queryable, ref: WidgetRef): Promise<void> {
  const widgetId = await removeWidget(trx, ref);
  if (widgetId === undefined) return;
  await deps.endEntries(trx, ref.customerId, widgetId);
  await pushWidgets(trx, ref.customerId, deps.clock());
}

/** Notifies the customer's screens that their widgets have changed. */
const pushWidgets = (trx: Queryable, customerId: CustomerId, now: Date): Promise<void> =>
  push(trx, customerId, { type: 'widgets-changed', data: {} }, now);
