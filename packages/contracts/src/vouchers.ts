import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { code, count, id, instant, instantWithOffset, label, minorUnits } from './fields.ts';

/** Vouchers that a wallet shows; more are kept. */
export const MAX_WALLET_VOUCHERS = 200;
/** How long a voucher that has ended is still shown, in days. */
export const ENDED_VOUCHER_DAYS = 90;

const service = 'vouchers';
const currency = z.string().check(z.regex(/^[A-Z]{3}$/));

/** Amounts by currency, at least one: a voucher of £10 is one of 12 € in the shops that sell in euros, if it says so. */
const money = z.record(currency, minorUnits.check(z.minimum(1))).check(
  z.refine((amounts) => Object.keys(amounts).length > 0, 'names no currency'),
  z.refine((amounts) => Object.keys(amounts).length <= 20, 'names more than 20 currencies'),
);
export type Money = Record<string, number>;

const value = z.union([
  /** Per cent of the price. */
  z.strictObject({ percent: z.int().check(z.minimum(1), z.maximum(100)) }),
  z.strictObject({ amount: money }),
]);

/** Articles it is good for, and what they are in words: 'Photo books'. */
const goodFor = z
  .strictObject({
    title: label,
    articles: z.optional(z.array(code).check(z.maxLength(200))),
    articleTypes: z.optional(z.array(code).check(z.maxLength(50))),
  })
  .check(
    z.refine(
      ({ articles = [], articleTypes = [] }) => articles.length + articleTypes.length > 0,
      'names neither articles nor article types',
    ),
  );

/** `once`: by one order of all; `once-per-customer`: by one order of each customer. An order that is cancelled gives it back. */
const uses = z.enum(['once', 'once-per-customer', 'unlimited']);

/** What a voucher is, as a service or the operator's file says it. */
const facts = {
  title: label,
  value,
  /** What the product must cost at least, before the voucher; in the same currencies as an amount. */
  minimum: z.optional(money),
  goodFor: z.optional(goodFor),
  /** Absent: in every shop. */
  channels: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(50))).check(z.minLength(1))),
  uses,
  /** The first moment at which it can be used no longer, with its offset: `2027-01-01T00:00:00+01:00`. Absent: it stays. */
  endsAt: z.optional(instantWithOffset),
};
type Facts = { value: z.infer<typeof value>; minimum?: Money };

const hasOneSetOfCurrencies = z.refine<Facts>(
  ({ value: given, minimum }) => {
    if (!minimum || !('amount' in given)) return true;
    return Object.keys(given.amount).sort().join() === Object.keys(minimum).sort().join();
  },
  { message: 'names other currencies than the amount', path: ['minimum'] },
);

/** A voucher of the operator's file, which has no owner. */
export const generalVoucher = z.strictObject({ code, ...facts }).check(hasOneSetOfCurrencies);
export type GeneralVoucher = z.infer<typeof generalVoucher>;

/**
 * Keeps a voucher under its code, however that is written. The newest version counts: one that is known changes nothing, an
 * earlier one neither, and another content under a known version is a 409; so is a code that differs from a known one in
 * case, dashes or lookalikes alone, or that another service keeps. A voucher with a customer is that customer's alone and
 * is in their wallet at once; 404 when the customer is unknown.
 */
export const saveVoucher = endpoint({
  name: 'saveVoucher',
  service,
  method: 'PUT',
  path: '/vouchers/{voucherCode}',
  access: 'service',
  scope: 'vouchers',
  params: z.object({ voucherCode: code }),
  body: z
    .strictObject({
      /** Raised by the service with each change. */
      version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
      customerId: z.optional(id),
      ...facts,
    })
    .check(hasOneSetOfCurrencies),
  response: z.object({
    /** The newest that is kept. */
    version: count,
  }),
});

export const voucher = z.object({
  code: z.string(),
  title: z.string(),
  value: z.union([z.object({ percent: z.number() }), z.object({ amount: z.record(z.string(), z.number()) })]),
  minimum: z.nullable(z.record(z.string(), z.number())),
  goodFor: z.nullable(
    z.object({ title: z.string(), articles: z.array(z.string()), articleTypes: z.array(z.string()) }),
  ),
  /** Null: every shop. */
  channels: z.nullable(z.array(z.string())),
  uses,
  endsAt: z.nullable(instant),
  /** It is this customer's alone. */
  isPersonal: z.boolean(),
  /** It can be used no longer. */
  isUsed: z.boolean(),
  /** The customer's order that used it last, if one did. */
  usedIn: z.nullable(z.string()),
});
export type Voucher = z.infer<typeof voucher>;

const typed = z.object({ code: z.string().check(z.maxLength(2_000)) });

/**
 * [VOU-01, VOU-02] What a code is worth, however it was typed. 404 when there is no such voucher, or it is another
 * customer's; 429 after too many codes that are none.
 */
export const getOffer = endpoint({
  name: 'getOffer',
  service,
  method: 'GET',
  path: '/api/v1/campaigns/offers/{code}',
  params: typed,
  response: voucher,
});

/** The customer's vouchers, those that came last first; of those that ended the latest alone. */
export const getWallet = endpoint({
  name: 'getWallet',
  service,
  method: 'GET',
  path: '/api/v1/wallet',
  response: z.object({ items: z.array(voucher) }),
});

/** Puts a voucher into the customer's wallet; one that is in it stays. Codes are looked up as by `getOffer`. */
export const addToWallet = endpoint({
  name: 'addToWallet',
  service,
  method: 'PUT',
  path: '/api/v1/wallet/{code}',
  params: typed,
  response: voucher,
});
