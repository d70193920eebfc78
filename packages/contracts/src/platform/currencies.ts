import * as z from 'zod/mini';
import { numberFormat } from './formats.ts';

/**
 * The currencies in use by ISO 4217 (list one of 2026-01-01, without funds, metals and codes for tests), by the number of their
 * decimals. Browsers and Node do not agree on these: CLDR says how people round, and changes from year to year.
 */
const CURRENCIES = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
    DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT
    LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN
    QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS
    VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

/** Replaced since 2011: earlier orders and invoices are in them. All have two decimals. */
const REPLACED = new Set(['ANG', 'BGN', 'EEK', 'HRK', 'LTL', 'LVL']);

const DIGITS = new Map(
  Object.entries(CURRENCIES).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/** Whether something is sold in a currency today. */
export const isCurrentCurrency = (code: string): boolean => DIGITS.has(code);

/** Whether an amount can be in a currency: those replaced in recent years are accepted. */
export const isCurrency = (code: string): boolean => isCurrentCurrency(code) || REPLACED.has(code);

/** A currency (ISO 4217). */
export const currency = z
  .string()
  .check(z.regex(/^[A-Z]{3}$/), z.refine(isCurrency, 'is not a currency of ISO 4217'));

/** Whether an invoice of EN 16931, whose amounts have at most two decimals, can be in a currency. */
export const isInvoiceCurrency = (code: string): boolean => isCurrency(code) && currencyDigits(code) <= 2;

/** Decimals of a currency. Codes stored before they were checked may be unknown: two, as ECMA-402 has it. */
const currencyDigits = (code: string): number => DIGITS.get(code) ?? 2;

/** An amount of minor units as a decimal number with the currency's decimals: '12.30', '1200' yen, '1.250' dinars. */
export function decimalAmount(minorUnits: number, code: string): string {
  const digits = currencyDigits(code);
  return (minorUnits / 10 ** digits).toFixed(digits);
}

/** The minor units of such a number. */
export const minorUnitsOf = (amount: string, code: string): number =>
  Math.round(Number(amount) * 10 ** currencyDigits(code));

type Shown = {
  /** Added where they are not zero, for prices of single items. */
  furtherDigits?: number;
  /** 'THB' instead of its sign. */
  isCode?: boolean;
};

/** An amount of minor units as people read it: '£4.75', 'JP¥1,200'. The only place that formats money. */
export function formatPrice(
  minorUnits: number,
  code: string,
  locale: string,
  { furtherDigits = 0, isCode = false }: Shown = {},
): string {
  const digits = currencyDigits(code);
  const format = numberFormat(locale, {
    style: 'currency',
    currency: code,
    // Sterling alone is '£' to everybody: not '£GB', as in French, nor 'GBP'. A dollar's sign is not enough.
    currencyDisplay: isCode ? 'code' : code === 'GBP' ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits + furtherDigits,
  });
  return format.format(minorUnits / 10 ** digits);
}
