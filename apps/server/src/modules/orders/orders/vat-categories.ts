import type { Order } from '@keepsake/contracts/orders/orders';

export type AnyVatCategory = NonNullable<Order['products'][number]['vatCategory']>;

/** EN 16931 categories that are issued: standard, zero, reverse charge, intra-community, export. */
export const ISSUED_CATEGORIES = ['S', 'Z', 'AE', 'K', 'G'] as const;
export type VatCategory = (typeof ISSUED_CATEGORIES)[number];

type CategoryRules = {
  name: string;
  /** `none` also means that no rate is needed. */
  rate: 'positive' | 'zero' | 'any' | 'none';
  /** Whether invoices must have the buyer's VAT id, and say where the goods were delivered. */
  needsBuyer: boolean;
  needsDelivery: boolean;
  /** VATEX code of the reason why there is no VAT; null if an invoice states none. */
  reason: 'VATEX-EU-AE' | 'VATEX-EU-IC' | 'VATEX-EU-G' | null;
  /** Prefix of its rules in EN 16931. */
  rules: string;
};

const taxed = { needsBuyer: false, needsDelivery: false, reason: null };

/**
 * What EN 16931 demands for each VAT category: rate (BR-x-05 to 07), buyer (02 to 04), reason (10), place of delivery (BR-IC-12; for
 * AE and G the law). All but O demand the seller's VAT id, which each brand has. The others are not issued: E and O need a reason in
 * words, which no order has; O also forbids VAT ids and any other category beside it; L and M are taxes of their own.
 */
export const VAT_CATEGORIES: Readonly<Record<AnyVatCategory, CategoryRules>> = {
  S: { ...taxed, name: 'standard rate', rate: 'positive', rules: 'BR-S' },
  Z: { ...taxed, name: 'zero rate', rate: 'zero', rules: 'BR-Z' },
  E: { ...taxed, name: 'exempt', rate: 'zero', rules: 'BR-E' },
  AE: {
    name: 'reverse charge',
    rate: 'zero',
    needsBuyer: true,
    needsDelivery: true,
    reason: 'VATEX-EU-AE',
    rules: 'BR-AE',
  },
  K: {
    name: 'intra-community supply',
    rate: 'zero',
    needsBuyer: true,
    needsDelivery: true,
    reason: 'VATEX-EU-IC',
    rules: 'BR-IC',
  },
  G: {
    name: 'export',
    rate: 'zero',
    needsBuyer: false,
    needsDelivery: true,
    reason: 'VATEX-EU-G',
    rules: 'BR-G',
  },
  O: { ...taxed, name: 'outside the scope of VAT', rate: 'none', rules: 'BR-O' },
  L: { ...taxed, name: 'tax of the Canary Islands', rate: 'any', rules: 'BR-IG' },
  M: { ...taxed, name: 'tax of Ceuta and Melilla', rate: 'any', rules: 'BR-IP' },
};

/** Whether a category can have a rate, in any unit. */
export function isRateOf(category: AnyVatCategory, rate: number): boolean {
  const { rate: allowed } = VAT_CATEGORIES[category];
  return allowed === 'any' || (allowed === 'positive') === rate > 0;
}

export const isVatCategory = (category: string): category is AnyVatCategory =>
  Object.hasOwn(VAT_CATEGORIES, category);

export const isIssuedCategory = (category: string): category is VatCategory =>
  ISSUED_CATEGORIES.some((existing) => existing === category);
