import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, day, id, instant } from '../platform/fields.ts';
import { isMailAddress, mailAddress } from '../platform/mail-address.ts';
import { WITHDRAWAL_EXCEPTIONS } from './orders.ts';

const service = 'orders';
/** A single line of user text: no control characters, no bidirectional controls. */
const written = (longest: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(longest),
      z.regex(/^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]+$/u),
    );

export const withdrawalName = written(100);
export const withdrawalOrder = written(64);
export const withdrawalProduct = written(120);
export const withdrawalEmail = mailAddress(isMailAddress);
export const MAX_WITHDRAWN_PRODUCTS = 20;
/** Days within which goods are sent back once the withdrawal is declared (Directive 2011/83, article 14). */
export const RETURN_DAYS = 14;

const declaration = {
  /** Brand of the page. */
  channel: z.string().check(z.minLength(1), z.maxLength(50)),
  name: withdrawalName,
  /** Identifies the contract: the order code as the customer writes it. */
  order: withdrawalOrder,
  /** Empty for the whole contract. */
  products: z.array(withdrawalProduct).check(z.maxLength(MAX_WITHDRAWN_PRODUCTS)),
  /** Where the receipt is sent. */
  email: withdrawalEmail,
};
/** Where goods that have arrived are sent back, line by line, and the last day for sending them (Directive 2011/83, article 14). */
const returning = { returnTo: z.array(z.string()), returnBy: day };
const receipt = z.object({ withdrawalId: id, declaredAt: instant, ...returning });

/**
 * Declares a withdrawal (Directive 2011/83, article 11a), with or without sign-in. Neither the answer nor its timing reveals
 * whether the order exists: a job looks it up by its code and its customer's address. It is never
 * refused for being declared too often.
 */
export const declareWithdrawal = endpoint({
  name: 'declareWithdrawal',
  // A consumer's right: whoever declares, and however often, is heard.
  budgets: [],
  service,
  method: 'POST',
  path: '/withdrawals',
  access: 'public',
  idempotencyKey: 'optional',
  body: z.object(declaration),
  response: receipt,
  sample: ({ channel, orderCode, email }) => ({
    body: { channel, name: 'Anna Holm', order: orderCode, products: [], email },
  }),
});

/** The same for a signed-in consumer, whose own orders are found by code. 403 for business customers. */
export const declareOwnWithdrawal = endpoint({
  name: 'declareOwnWithdrawal',
  // A consumer's right: whoever declares, and however often, is heard.
  budgets: [],
  service,
  method: 'POST',
  path: '/withdrawals/me',
  idempotencyKey: 'optional',
  body: z.object({
    ...declaration,
    /** Codes of the products in `products`, if they were selected from the order. */
    productCodes: z._default(z.array(code).check(z.maxLength(MAX_WITHDRAWN_PRODUCTS)), []),
  }),
  response: receipt,
  problems: ['forbidden'],
  sample: ({ channel, orderCode, email }) => ({
    body: { channel, name: 'Anna Holm', order: orderCode, products: [], email },
  }),
});

/** The right of withdrawal of a product; its state is unknown if the shop has not stated it. */
const right = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    /** Days after the last delivery. */
    days: count,
    /** The last day of the period, by the channel's calendar; null until the product has arrived. */
    lastDay: z.nullable(day),
  }),
  z.object({ state: z.literal('ended'), lastDay: day }),
  z.object({ state: z.literal('none'), reason: z.enum(WITHDRAWAL_EXCEPTIONS) }),
  z.object({ state: z.enum(['unknown', 'cancelled', 'declared']) }),
]);

/** What the customer can withdraw from in an order, and previous withdrawals. 404 when there is no such order. */
export const getOrderWithdrawal = endpoint({
  name: 'getOrderWithdrawal',
  service,
  method: 'GET',
  path: '/v1/superorders/{orderCode}/withdrawal',
  params: z.object({ orderCode: code }),
  response: z.object({
    /** Sorted as the products of the order are. */
    products: z.array(z.object({ code: z.string(), title: z.string(), right })),
    /** The newest first. */
    declarations: z.array(
      z.object({ withdrawalId: id, declaredAt: instant, ...returning, products: z.array(z.string()) }),
    ),
  }),
  sample: ({ orderCode }) => ({ params: { orderCode } }),
});
