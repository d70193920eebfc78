import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, day, id, instant } from './fields.ts';
import { isMailAddress } from './mail-address.ts';
import { WITHDRAWAL_EXCEPTIONS } from './orders.ts';

const service = 'orders';
/** A line that somebody wrote: neither control characters nor what turns text around. */
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
export const withdrawalEmail = z.string().check(z.trim(), z.refine(isMailAddress));
export const MAX_WITHDRAWN_PRODUCTS = 20;

const declaration = {
  /** The brand whose page it is. */
  channel: z.string().check(z.minLength(1), z.maxLength(50)),
  name: withdrawalName,
  /** What names the contract: the code of the order, as the customer writes it. */
  order: withdrawalOrder,
  /** Empty for the whole contract. */
  products: z.array(withdrawalProduct).check(z.maxLength(MAX_WITHDRAWN_PRODUCTS)),
  /** Where the receipt goes. */
  email: withdrawalEmail,
};
const receipt = z.object({ withdrawalId: id, declaredAt: instant });

/**
 * Declares a withdrawal (Directive 2011/83, article 11a), signed in or not. The answer is the same, and takes as long, whether
 * there is such an order or not: a job finds it, by its code and the address of its customer. 429 for a network that
 * declares too often.
 */
export const declareWithdrawal = endpoint({
  name: 'declareWithdrawal',
  service,
  method: 'POST',
  path: '/withdrawals',
  access: 'public',
  idempotencyKey: 'optional',
  body: z.object(declaration),
  response: receipt,
});

/** The same of a signed-in consumer, whose own orders are found by their codes. 403 for business customers. */
export const declareOwnWithdrawal = endpoint({
  name: 'declareOwnWithdrawal',
  service,
  method: 'POST',
  path: '/withdrawals/me',
  idempotencyKey: 'optional',
  body: z.object({
    ...declaration,
    /** Those of the order that `products` names, where they were chosen from it. */
    productCodes: z._default(z.array(code).check(z.maxLength(MAX_WITHDRAWN_PRODUCTS)), []),
  }),
  response: receipt,
});

/** What becomes of the right of withdrawal of a product: nothing is known of it, where the shop did not say. */
const right = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    /** After the last delivery. */
    days: count,
    /** The last day that counts, where the channel is; null until it has arrived. */
    lastDay: z.nullable(day),
  }),
  z.object({ state: z.literal('ended'), lastDay: day }),
  z.object({ state: z.literal('none'), reason: z.enum(WITHDRAWAL_EXCEPTIONS) }),
  z.object({ state: z.enum(['unknown', 'cancelled', 'declared']) }),
]);

/** What can be withdrawn from of an order of the customer, and what was. 404 when there is no such order. */
export const getOrderWithdrawal = endpoint({
  name: 'getOrderWithdrawal',
  service,
  method: 'GET',
  path: '/v1/superorders/{orderCode}/withdrawal',
  params: z.object({ orderCode: code }),
  response: z.object({
    /** In the order of the order's products. */
    products: z.array(z.object({ code: z.string(), title: z.string(), right })),
    /** The newest first. */
    declarations: z.array(z.object({ withdrawalId: id, declaredAt: instant, products: z.array(z.string()) })),
  }),
});
