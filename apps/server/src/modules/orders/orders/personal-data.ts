import { postalAddress } from '@keepsake/contracts/account/postal-address';
import {
  deliveryType,
  discount,
  orderSource,
  pickupPoint,
  voucherDetails,
  withdrawalRight,
} from '@keepsake/contracts/orders/orders';
import * as fields from '@keepsake/contracts/platform/fields';
import { sql } from 'kysely';
import * as z from 'zod';
import { asStored, type DeclaredData, tableFile } from '../../../platform/personal-data.ts';
import type { Tables } from '../../../platform/tables.ts';
import type { Deps } from './deps.ts';
import { countOnTheirWay, eraseOrders } from './erase-orders.ts';

export const TABLES: Tables = {
  orders: { customer: 'user_id', erasedBy: 'module' },
  order_products: { customer: 'user_id', erasedBy: 'module' },
  order_events: { customer: 'user_id', erasedBy: 'module' },
  order_address_changes: { customer: 'user_id', erasedBy: 'module' },
  order_files: { customer: 'user_id', erasedBy: 'module' },
  order_requests: { customer: 'customer_id', erasedBy: 'module' },
  order_event_keys: { stays: 'an event counts once' },
  order_repairs: { impersonal: 'codes of orders and keys of the shop' },
  placed_orders: { view: 'orders as others read them' },
  reported_events: { view: 'what was reported of orders' },
};

const moment = z.iso.datetime({ offset: true });
const money = fields.minorUnits;

const product = z.object({
  code: z.string(),
  productionOrder: z.string(),
  title: z.string().nullable(),
  article: z.string().nullable(),
  quantity: z.int(),
  price: money,
  netPrice: z.nullable(money),
  vatRate: z.number().nullable(),
  discounts: z.array(discount).nullable(),
  voucher: z.string().nullable(),
  voucherDetails: z.nullable(voucherDetails),
  withdrawal: z.nullable(withdrawalRight),
  status: z.string(),
  photoIds: z.array(z.string()),
});

/** Its events as reported by shop, production and carrier. */
const event = z.object({
  type: z.string(),
  happenedAt: moment,
  productCodes: z.array(z.string()).nullable(),
  place: z.string().nullable(),
  note: z.string().nullable(),
  data: z.unknown(),
});

const order = z.object({
  orderCode: z.string(),
  channel: z.string(),
  source: z.nullable(orderSource),
  createdAt: moment,
  status: z.string(),
  statusSince: moment,
  /** ISO 4217; amounts are in its smallest unit (pence, öre, yen). */
  currency: z.string(),
  total: money,
  deliveryCharge: z.nullable(money),
  deliveryType: z.nullable(deliveryType),
  deliveryAddress: z.nullable(postalAddress),
  pickupPoint: z.nullable(pickupPoint),
  invoiceAddress: z.nullable(postalAddress),
  buyerVatId: z.string().nullable(),
  reorderOf: z.string().nullable(),
  deliveredAt: moment.nullable(),
  products: z.array(product),
  events: z.array(event),
  /** Addresses that the customer requested afterwards. */
  addressChanges: z.array(z.object({ version: z.int(), address: postalAddress, requestedAt: moment })),
});

const ORDERS = tableFile({
  name: 'orders',
  table: 'orders',
  orderBy: ['created_at', 'code'],
  pageRows: 100,
  row: order,
  from: {
    orderCode: 'code',
    createdAt: asStored('created_at'),
    status: sql`coalesce(current_status, status)`,
    statusSince: sql`to_json(coalesce(current_since, created_at))`,
    total: sql`coalesce(current_total, total)`,
    deliveredAt: asStored('delivered_at'),
    products: (customerId) => sql`coalesce((select json_agg(json_build_object(
        'code', line.code, 'productionOrder', production_order,
        'title', title, 'article', article, 'quantity', current_quantity, 'price', current_price,
        'netPrice', net_price, 'vatRate', vat_rate, 'discounts', discounts, 'voucher', voucher,
        'voucherDetails', voucher_details, 'withdrawal', withdrawal, 'status', line.current_status,
        'photoIds', photo_ids) order by position)
      from order_products as line where line.user_id = ${customerId} and line.order_code = orders.code), '[]')`,
    events: (customerId) => sql`coalesce((select json_agg(json_build_object(
        'type', type, 'happenedAt', happened_at,
        'productCodes', product_codes, 'place', place, 'note', note, 'data', data) order by happened_at, id)
      from order_events as event where event.user_id = ${customerId} and event.order_code = orders.code), '[]')`,
    addressChanges: (customerId) => sql`coalesce((select json_agg(json_build_object(
        'version', version, 'address', address,
        'requestedAt', requested_at) order by version)
      from order_address_changes as change
      where change.user_id = ${customerId} and change.order_code = orders.code), '[]')`,
  },
});

/** The orders kept of a customer. */
export const ordersData = (deps: Pick<Deps, 'db' | 'clock'>): DeclaredData => ({
  area: 'orders',
  loses: { kind: 'openOrders', count: (customerId) => countOnTheirWay(deps, customerId) },
  erase: (customerId, { signal }) => eraseOrders(deps, customerId, signal),
  files: [ORDERS],
});
