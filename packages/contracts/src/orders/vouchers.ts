import * as z from 'zod/mini';
import { currency } from '../platform/currencies.ts';
import { endpoint } from '../platform/endpoint.ts';
import { code, count, instant, label, minorUnits, version } from '../platform/fields.ts';
import { customerIdSchema } from '../platform/ids.ts';
import { sentInstant } from '../platform/sent-instant.ts';

/** Maximum vouchers shown in a wallet; more are stored. */
export const MAX_WALLET_VOUCHERS = 200;
/** How long an expired voucher is still shown, in days. */
export const ENDED_VOUCHER_DAYS = 90;

const service = 'vouchers';

/** Amounts by currency, at least one: a £10 voucher can be worth €12 in shops that sell in euros. */
const money = z.record(currency, minorUnits.check(z.minimum(1))).check(
  z.refine((amounts) => Object.keys(amounts).length > 0, 'names no currency'),
  z.refine((amounts) => Object.keys(amounts).length <= 20, 'names more than 20 currencies'),
);
export type Money = Record<string, number>;

const value = z.union([
  /** Percentage of the price. */
  z.strictObject({ percent: z.int().check(z.minimum(1), z.maximum(100)) }),
  z.strictObject({ amount: money }),
]);

/** Articles it is valid for, and their description: 'Photo books'. */
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

/** `once`: by a single order overall; `once-per-customer`: by one order of each customer. Cancelling the order restores it. */
const uses = z.enum(['once', 'once-per-customer', 'unlimited']);

/** Facts of a voucher, as given by a service or the operator's file. */
const details = {
  title: label,
  value,
  /** Minimum price of the product before the voucher, in the same currencies as an amount. */
  minimum: z.optional(money),
  goodFor: z.optional(goodFor),
  /** Absent: in every shop. */
  channels: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(50))).check(z.minLength(1))),
  uses,
  /** Exclusive end with its offset: `2027-01-01T00:00:00+01:00`. Absent: no end. */
  endsAt: z.optional(sentInstant),
};
type Details = { value: z.infer<typeof value>; minimum?: Money };

const hasOneSetOfCurrencies = z.refine<Details>(
  ({ value: given, minimum }) => {
    if (!minimum || !('amount' in given)) return true;
    return Object.keys(given.amount).sort().join() === Object.keys(minimum).sort().join();
  },
  { message: 'has different currencies from the amount', path: ['minimum'] },
);

/** A voucher from the operator's file, which has no owner. */
export const generalVoucher = z.strictObject({ code, ...details }).check(hasOneSetOfCurrencies);
export type GeneralVoucher = z.infer<typeof generalVoucher>;

/**
 * Stores a voucher under its code, in any notation. The newest version counts: known and earlier versions change nothing. 409
 * for different content under a known version, for a code that differs from a known one only in case, dashes or lookalikes, and
 * for one that another service owns. A voucher with a customer belongs to that customer alone and appears in their wallet
 * immediately; 404 when the customer is unknown.
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
      version,
      customerId: z.optional(customerIdSchema),
      ...details,
    })
    .check(hasOneSetOfCurrencies),
  response: z.object({
    /** The newest stored version. */
    version: count,
  }),
  problems: ['conflict'],
  sample: ({ voucherCode, customerId }) => ({
    params: { voucherCode },
    body: { customerId, version: 2, title: 'Spring', value: { percent: 10 }, uses: 'once' },
  }),
});

const shownGoodFor = z.object({
  title: z.string(),
  articles: z.array(z.string()),
  articleTypes: z.array(z.string()),
});
/** Articles that a voucher is valid for, as stored: with both lists. */
export type GoodFor = z.infer<typeof shownGoodFor>;

export const voucher = z.object({
  code: z.string(),
  title: z.string(),
  value: z.union([z.object({ percent: z.number() }), z.object({ amount: z.record(z.string(), z.number()) })]),
  minimum: z.nullable(z.record(z.string(), z.number())),
  goodFor: z.nullable(shownGoodFor),
  /** Null: every shop. */
  channels: z.nullable(z.array(z.string())),
  uses,
  endsAt: z.nullable(instant),
  /** Whether it belongs to this customer alone. */
  isPersonal: z.boolean(),
  /** Whether it is used up. */
  isUsed: z.boolean(),
  /** The customer's last order that used it, if any. */
  usedIn: z.nullable(z.string()),
});
export type Voucher = z.infer<typeof voucher>;

const typed = z.object({ code: z.string().check(z.maxLength(2_000)) });

/**
 * [VOU-01, VOU-02] The value of a code, in any notation. 404 when there is no such voucher or it is another customer's; 429
 * after too many invalid codes.
 */
export const getOffer = endpoint({
  name: 'getOffer',
  service,
  method: 'GET',
  path: '/api/v1/campaigns/offers/{code}',
  isHeldAfterRestore: true,
  params: typed,
  response: voucher,
  sample: ({ voucherCode }) => ({ params: { code: voucherCode } }),
});

/** The customer's vouchers, most recently received first; of expired ones, only the latest. */
export const getWallet = endpoint({
  name: 'getWallet',
  service,
  method: 'GET',
  path: '/api/v1/wallet',
  response: z.object({ items: z.array(voucher) }),
});

/** Adds a voucher to the customer's wallet; does nothing if it is already there. Codes are looked up as in `getOffer`. */
export const addToWallet = endpoint({
  name: 'addToWallet',
  service,
  method: 'PUT',
  path: '/api/v1/wallet/{code}',
  isHeldAfterRestore: true,
  params: typed,
  response: voucher,
  sample: ({ voucherCode }) => ({ params: { code: voucherCode } }),
});
