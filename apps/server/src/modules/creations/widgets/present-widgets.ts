import type { GalleryEntry } from '@keepsake/contracts/creations/gallery';
import type { Widget } from '@keepsake/contracts/creations/widgets';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { Problem } from '../../../platform/problem.ts';
import { addressOfFile } from '../../exchange/sent-files/index.ts';
import { PRODUCT_FILES } from '../online-products/index.ts';
import type { Deps, WidgetRef } from './deps.ts';
import { findWidget, readWidgets, type WidgetRow } from './store.ts';
import type { Tokens } from './tokens.ts';

/** Where widgets are, below the address of this installation. */
export const WIDGET_PATH = '/w';

export type PresentDeps = Pick<Deps, 'db' | 'clock' | 'signer' | 'publicUrl' | 'readEntries'> & {
  tokens: Tokens;
};

type Requested = { customerId: CustomerId; orderCodes?: readonly string[]; offset: number; limit: number };

/** A page of a customer's widgets, and the total. */
export async function listWidgets(
  deps: PresentDeps,
  { offset, limit, ...which }: Requested,
): Promise<{ items: Widget[]; total: number }> {
  const rows = await readWidgets(deps.db, which, { offset, limit });
  const { customerId } = which;
  const entries = await readEntries(deps, customerId, rows);
  const items = rows.map((row) => presentRow(deps, { customerId, row, entry: entries.get(row.id) ?? null }));
  return { items, total: rows[0]?.total ?? 0 };
}

/** The widget of a product. Throws `not-found` if it has none. */
export async function presentWidget(deps: PresentDeps, ref: WidgetRef): Promise<Widget> {
  const row = await findWidget(deps.db, ref);
  if (!row) throw new Problem('not-found');
  const { customerId } = ref;
  const entries = await readEntries(deps, customerId, [row]);
  return presentRow(deps, { customerId, row, entry: entries.get(row.id) ?? null });
}

const readEntries = (
  deps: Pick<PresentDeps, 'readEntries'>,
  customerId: CustomerId,
  rows: readonly WidgetRow[],
) =>
  deps.readEntries(
    customerId,
    rows.map(({ id }) => id),
  );

type Presented = { customerId: CustomerId; row: WidgetRow; entry: GalleryEntry | null };

function presentRow(deps: PresentDeps, { customerId, row, entry }: Presented): Widget {
  return {
    widgetId: row.id,
    productCode: row.code,
    channel: row.channel,
    kind: row.kind,
    productTitle: row.product_title,
    product: row.product,
    orderCode: row.order_code,
    placesCount: row.pages.length,
    title: row.title,
    firstPlace: row.first_place,
    lastPlace: row.last_place,
    colours: row.colours,
    size: row.size,
    sites: row.sites,
    url: addressOfWidget(deps, row.id),
    isBlocked: row.block !== null,
    blockedReason: row.block?.reason ?? null,
    visits: row.visits,
    createdAt: row.created_at.toISOString(),
    cover: coverOf(deps, customerId, row),
    entry,
  };
}

/** The public address of a widget. */
export const addressOfWidget = (
  { publicUrl, tokens }: Pick<PresentDeps, 'publicUrl' | 'tokens'>,
  widgetId: string,
): string => `${publicUrl}${WIDGET_PATH}/${tokens.tokenOf(widgetId)}`;

/** For the customer only: the address is that of the product's own picture. */
function coverOf(
  { signer, clock }: Pick<PresentDeps, 'signer' | 'clock'>,
  customerId: CustomerId,
  row: WidgetRow,
): Widget['cover'] {
  const { cover_id: fileId, cover_width: width, cover_height: height } = row;
  if (fileId === null || width === null || height === null) return null;
  const pictureUrl = addressOfFile(signer, { area: PRODUCT_FILES, customerId, fileId, now: clock() });
  return { pictureUrl, width, height, thumbhash: row.cover_thumbhash?.toString('base64') ?? null };
}
