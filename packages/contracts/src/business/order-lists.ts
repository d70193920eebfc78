import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, cursor, id, instant, rowsUpTo } from '../platform/fields.ts';

const service = 'orders';

/** File formats in which business customers order. */
export const ORDER_LIST_FORMATS = ['xml', 'csv'] as const;
export type OrderListFormat = (typeof ORDER_LIST_FORMATS)[number];

/** Maximum size of a file, and maximum numbers of orders in it and of items in each: values of the texts that name them. */
export const ORDER_LIST_LIMITS = { megabytes: 5, orders: 500, items: 100 } as const;
export const MAX_ORDER_LIST_BYTES = ORDER_LIST_LIMITS.megabytes * 1024 ** 2;
const { megabytes, orders, items } = ORDER_LIST_LIMITS;

/** Faults of an order list; `{value}` is the wrong value, or the field it is in. */
export const ORDER_LIST_FAULTS = {
  'too-large': `The file is larger than ${megabytes} MB.`,
  'not-utf8': 'The file is not UTF-8 text.',
  doctype: 'The file declares a document type, which is not allowed.',
  'not-xml': 'The file is not well-formed XML: {value}',
  'not-csv': 'The file is not readable as CSV: {value}',
  unreadable: 'The file cannot be read: it is built in a way that takes too long or too much memory.',
  'no-orders': 'The file contains no orders.',
  'too-many': `There are more than ${orders} orders, or more than ${items} items in an order.`,
  'other-account': 'This folder does not belong to the account {value}.',
  unknown: 'The field {value} is unknown.',
  missing: 'The field {value} is missing.',
  invalid: 'The field {value} is not valid.',
  'two-addresses': 'The lines of one order have different addresses.',
  'reference-twice': 'Another order in the file has the same reference.',
  'reference-used': 'The reference has already been used for another order.',
  country: 'We only deliver orders to {value}.',
  article: 'Article {value} does not exist.',
  editor: 'Article {value} is made in the editor and cannot be ordered by file.',
  quantity: 'Article {value} cannot be ordered in this quantity.',
  tax: 'Article {value} cannot be invoiced yet, so it cannot be ordered by file. Please contact customer care.',
  'invoice-address': 'There is no invoice address. Save one in the settings, then send the file again.',
  account: 'The account cannot place orders at the moment. Please contact customer care.',
} as const;
export type OrderListFaultCode = keyof typeof ORDER_LIST_FAULTS;

const fault = z.object({
  line: z.nullable(count),
  reference: z.nullable(z.string()),
  code: z.enum(Object.keys(ORDER_LIST_FAULTS) as [OrderListFaultCode, ...OrderListFaultCode[]]),
  value: z.nullable(z.string()),
});
export type OrderListFault = z.infer<typeof fault>;

/** A fault as an English sentence, for callbacks and for the report beside a rejected file. */
export const sentenceOfFault = ({ code: kind, value }: OrderListFault): string =>
  ORDER_LIST_FAULTS[kind].replace('{value}', () => value ?? '');

/** Instructions for ordering by file, specific to the customer's account. */
export const getOrderListInstructions = endpoint({
  name: 'getOrderListInstructions',
  service,
  isForBusiness: true,
  method: 'GET',
  path: '/order-lists/instructions',
  response: z.object({
    /** Null if the retailer has not configured a server. */
    host: z.nullable(z.string()),
    user: z.string(),
    /** Sample files per format, valid as they are. */
    samples: z.array(z.object({ format: z.enum(ORDER_LIST_FORMATS), name: z.string(), text: z.string() })),
  }),
});

export const ORDER_LISTS_PER_PAGE = 20;

const orderList = z.object({
  id,
  name: z.string(),
  state: z.enum(['taken', 'rejected']),
  /** Whether the identical file was accepted before, so that this one ordered nothing. */
  isRepeat: z.boolean(),
  receivedAt: instant,
  orders: z.array(z.object({ line: z.nullable(count), reference: z.string(), orderCode: code })),
  faults: z.array(fault),
});
export type OrderList = z.infer<typeof orderList>;

/** The customer's files and their outcome, newest first. */
export const getOrderLists = endpoint({
  name: 'getOrderLists',
  service,
  isForBusiness: true,
  method: 'GET',
  path: '/order-lists',
  query: z.object({ cursor: z.optional(cursor), limit: rowsUpTo(100, ORDER_LISTS_PER_PAGE) }),
  response: z.object({ lists: z.array(orderList), cursor: z.nullable(cursor) }),
});
