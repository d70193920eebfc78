import { sumOf } from '@keepsake/contracts/orders/included-tax';
import type { getOrder, ListedOrder, Superorder } from '@keepsake/contracts/orders/order-queries';
import { isOrderStatus, UNPAID_DAYS } from '@keepsake/contracts/orders/order-status';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_MS } from '../../../platform/clock.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Article } from '../../exchange/merchandise/index.ts';
import { addressOfFile } from '../../exchange/sent-files/index.ts';
import { presentAddress } from './change-address.ts';
import type { DatedOrder, Deps, WithdrawnOrder } from './deps.ts';
import { readEvents, readParcels, type StoredEvent } from './event-store.ts';
import { ORDER_FILES } from './file-store.ts';
import { type CurrentParcel, concerns, deriveCollection, deriveParcels } from './happened.ts';
import { deriveRefunds } from './money.ts';
import { limitRefunds, nameProducts, timelineOf } from './present-timeline.ts';
import {
  countListed,
  findPhotos,
  findProductionOrder,
  type LineRow,
  type ListedRow,
  type OrderList,
  readAddressChanges,
  readFiles,
  readLines,
  readListed,
  readOrder,
  readWholeLines,
  type WholeLineRow,
} from './read-orders.ts';
import { isCancelled, leastAdvanced, presentWithdrawn } from './rules.ts';

type ReadDeps = Pick<Deps, 'db' | 'prepared' | 'clock' | 'signer' | 'isLibraryHidden'> &
  Pick<
    Deps,
    'isAnybodyListening' | 'judgeNeededDates' | 'isOnlineProductSql' | 'articlesOf' | 'readWithdrawn'
  >;
/** Addresses of the pictures that a customer may see now. */
type Pictures = { ofFile(fileId: string): string; ofPhoto(photoId: string | null): string | null };

/** A page of a customer's orders, with the totals of the whole list. */
export async function listOrders(deps: ReadDeps, list: OrderList) {
  const [{ rows, lines, needed, parcels, withdrawn }, counts, pictures] = await Promise.all([
    readPage(deps, list),
    countListed(deps.prepared, list),
    openPictures(deps, list.customerId),
  ]);
  const byOrder = Map.groupBy(lines, ({ order_code }) => order_code);
  const orders = rows.map((row) => ({
    ...fieldsOf(row),
    collection: presentCollection(row, parcels.get(row.code) ?? [], deps.clock()),
    neededBy: needed.get(row.code) ?? null,
    withdrawn: presentWithdrawn(withdrawn.get(row.code), byOrder.get(row.code) ?? []),
    products: (byOrder.get(row.code) ?? []).map((line) =>
      presentLine(line, deps.articlesOf(row.channel), pictures),
    ),
  }));
  return { orders, ...counts };
}

/** Orders with their lines, needed dates and parcels under way; runs beside the count of all, which takes longer than either. */
async function readPage(
  deps: Pick<ReadDeps, 'prepared' | 'clock' | 'judgeNeededDates' | 'readWithdrawn'>,
  list: OrderList,
) {
  const rows = await readListed(deps.prepared, list);
  const codes = rows.map(({ code }) => code);
  const now = deps.clock();
  const [lines, needed, parcels, withdrawn] = await Promise.all([
    rows.length > 0 ? readLines(deps.prepared, list.customerId, codes) : [],
    deps.judgeNeededDates(list.customerId, rows.map(datedOf)),
    readParcels(
      deps.prepared,
      list.customerId,
      rows.filter((row) => isUnderWay(row, now)).map(({ code }) => code),
    ),
    readWithdrawnOf(deps, list.customerId, rows),
  ]);
  return { rows, lines, needed, parcels, withdrawn };
}

async function readWithdrawnOf(
  { readWithdrawn }: Pick<Deps, 'readWithdrawn'>,
  customerId: CustomerId,
  rows: readonly { code: string; channel: string }[],
): Promise<Map<string, WithdrawnOrder>> {
  return readWithdrawn && rows.length > 0 ? readWithdrawn(customerId, rows) : new Map();
}

async function openPictures(
  { signer, clock, isLibraryHidden }: Pick<ReadDeps, 'signer' | 'clock' | 'isLibraryHidden'>,
  customerId: CustomerId,
): Promise<Pictures> {
  const now = clock();
  const isHidden = await isLibraryHidden(customerId);
  return {
    ofFile: (fileId) => addressOfFile(signer, { area: ORDER_FILES, customerId, fileId, now }),
    ofPhoto: (photoId) => (photoId && !isHidden ? signer.addressOf(customerId, photoId, now) : null),
  };
}

/** A range of days, if known. */
export const daysOf = (from: string | null, to: string | null) => (from && to ? { from, to } : null);
export const instantOf = (date: Date | null) => date?.toISOString() ?? null;

function fieldsOf(row: ListedRow) {
  const unpaidUntil = new Date(row.created_at.getTime() + UNPAID_DAYS * DAY_MS);
  return {
    orderCode: row.code,
    channel: row.channel,
    source: row.source,
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    status: row.current_status ?? '',
    statusSince: (row.current_since ?? row.created_at).toISOString(),
    total: row.current_total ?? 0,
    deliveryType: row.delivery_type,
    promisedDelivery: daysOf(row.first_promised_from, row.first_promised_to),
    expectedDelivery: daysOf(row.expected_from, row.expected_to),
    deliveredAt: instantOf(row.delivered_at),
    unpaidUntil: row.awaits_payment ? unpaidUntil.toISOString() : null,
    paymentUrl: row.current_payment_url,
    reorderOf: row.reorder_of,
  };
}

/** The parcels of an older order wait nowhere, whatever was reported last. */
const UNDER_WAY_DAYS = 180;

const isUnderWay = ({ delivered_at, created_at, current_status }: ListedRow, now: Date) =>
  delivered_at === null &&
  !isCancelled(current_status ?? '') &&
  now.getTime() - created_at.getTime() < UNDER_WAY_DAYS * DAY_MS;

/** What waits to be collected of an order under way; at its pick-up point, if the carrier names no place. */
function presentCollection(
  row: ListedRow,
  parcels: readonly CurrentParcel[],
  now: Date,
): ListedOrder['collection'] {
  const found = isUnderWay(row, now) ? deriveCollection(parcels) : null;
  return found && { ...found, place: found.place ?? row.pickup_point_name, since: found.since.toISOString() };
}

const datedOf = (row: ListedRow): DatedOrder => ({
  orderCode: row.code,
  channel: row.channel,
  status: row.current_status ?? '',
  expected: daysOf(row.expected_from, row.expected_to),
  deliveredAt: row.delivered_at,
});

function presentLine(
  line: LineRow,
  articles: readonly Article[],
  pictures: Pictures,
): ListedOrder['products'][number] {
  return {
    code: line.code,
    productionOrder: line.production_order,
    title: line.title,
    article: line.article,
    articleType: articles.find(({ id }) => id === (line.article ?? line.code))?.type ?? null,
    quantity: line.current_quantity,
    price: line.current_price,
    status: line.current_status,
    statusSince: line.current_since.toISOString(),
    paymentChangedDate: instantOf(line.current_payment_changed_at),
    voucher: line.voucher,
    voucherDetails: line.voucher_details,
    pictureUrl: line.file_id ? pictures.ofFile(line.file_id) : pictures.ofPhoto(line.photo_id),
    photosCount: line.photos_count ?? 0,
  };
}

type Product = Superorder['products'][number];

async function presentWhole(
  deps: ReadDeps,
  { customerId, channel }: { customerId: CustomerId; channel: string },
  lines: readonly WholeLineRow[],
): Promise<Product[]> {
  const ids = lines.flatMap(({ photo_ids }) => photo_ids);
  const [pictures, found] = await Promise.all([
    openPictures(deps, customerId),
    findPhotos(deps.db, customerId, ids),
  ]);
  const articles = deps.articlesOf(channel);
  return lines.map((line) => ({
    ...presentLine(line, articles, pictures),
    netPrice: line.net_price,
    vatRate: line.vat_rate,
    vatCategory: line.vat_category,
    discounts: line.discounts ?? [],
    isPersonalised: line.is_personalised,
    withdrawal: line.withdrawal,
    photos: line.photo_ids.map((photoId) => ({
      photoId,
      isInLibrary: found.has(photoId),
      pictureUrl: found.get(photoId)?.isShown ? pictures.ofPhoto(photoId) : null,
    })),
    isOnlineProduct: line.is_online_product,
  }));
}

/** One of the customer's orders with everything known about it. Throws `not-found`. */
export async function presentOrder(deps: ReadDeps, ref: OrderRef): Promise<Superorder> {
  const row = await readOrder(deps.db, ref);
  if (!row) throw new Problem('not-found');
  const [lines, events, changes, files, needed, withdrawals] = await Promise.all([
    readWholeLines(deps, ref),
    readEvents(deps.db, ref),
    readAddressChanges(deps.db, ref),
    readFiles(deps.db, ref),
    deps.judgeNeededDates(ref.customerId, [datedOf(row)]),
    readWithdrawnOf(deps, ref.customerId, [row]),
  ]);
  const withdrawn = withdrawals.get(row.code);
  const pictures = await openPictures(deps, ref.customerId);
  const refunds = deriveRefunds(row.total, events);
  const shown = limitRefunds(events, refunds);
  const named = shown.map((event) => nameProducts(event, lines));
  return {
    ...fieldsOf(row),
    collection: presentCollection(row, deriveParcels(events), deps.clock()),
    neededBy: needed.get(row.code) ?? null,
    withdrawn: presentWithdrawn(withdrawn, lines),
    deliveryAddress: presentAddress(deps, { row, changes, events }),
    pickupPoint: row.pickupPoint,
    invoiceAddress: row.invoiceAddress,
    deliveryCharge: row.delivery_charge,
    buyerVatId: row.buyer_vat_id,
    refunded: sumOf(refunds.map(({ amount }) => amount)),
    products: await presentWhole(deps, { customerId: ref.customerId, channel: row.channel }, lines),
    productionOrders: [...Map.groupBy(lines, (line) => line.production_order)].map(([code, own]) => ({
      code,
      ...statusOf(own),
    })),
    parcels: presentParcels(named),
    timeline: timelineOf(row, named, withdrawn),
    files: presentFiles(files, pictures),
  };
}

const presentFiles = (
  files: Awaited<ReturnType<typeof readFiles>>,
  pictures: Pictures,
): Superorder['files'] =>
  files.map(({ id, purpose, product_code, bytes }) => ({
    purpose,
    productCode: product_code || null,
    url: `${pictures.ofFile(id)}/${purpose === 'thumbnail' ? 800 : 'file'}`,
    bytes,
  }));

function statusOf(lines: readonly LineRow[]) {
  const { status, since } = leastAdvanced(
    lines.flatMap(({ current_status: status, current_since: since }) =>
      isOrderStatus(status) ? [{ status, since }] : [],
    ),
  );
  return { status, statusSince: since.toISOString() };
}

const presentParcels = (events: readonly StoredEvent[]): Superorder['parcels'] =>
  deriveParcels(events).map(({ stateSince, productCodes, place: _, ...parcel }) => ({
    ...parcel,
    stateSince: stateSince.toISOString(),
    productCodes: productCodes && [...productCodes],
  }));

/** One of the customer's production orders. Throws `not-found`. */
export async function presentProductionOrder(
  deps: ReadDeps,
  { customerId, code }: { customerId: CustomerId; code: string },
): Promise<ResponseOf<typeof getOrder>> {
  const orderCode = await findProductionOrder(deps.db, { customerId, code });
  const ref = { customerId, orderCode: orderCode ?? '' };
  const row = orderCode === null ? undefined : await readOrder(deps.db, ref);
  if (!row) throw new Problem('not-found');
  const [all, events] = await Promise.all([readWholeLines(deps, ref), readEvents(deps.db, ref)]);
  const lines = all.filter(({ production_order }) => production_order === code);
  const isOwn = (event: StoredEvent) =>
    lines.some((line) => concerns(event, { code: line.code, productionOrder: code }));
  return {
    code,
    orderCode: row.code,
    channel: row.channel,
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    ...statusOf(lines),
    products: await presentWhole(deps, { customerId, channel: row.channel }, lines),
    parcels: presentParcels(events.filter(isOwn)),
  };
}
