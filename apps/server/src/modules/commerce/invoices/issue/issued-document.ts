import type { Locale, OrderAddress } from '@keepsake/contracts';
import type { Channel } from '../../../frame/channels/index.ts';

/** Letters of EN 16931 that are issued: standard, zero, reverse charge, within the union, export. */
export const ISSUED_CATEGORIES = ['S', 'Z', 'AE', 'K', 'G'] as const;
export type VatCategory = (typeof ISSUED_CATEGORIES)[number];

/** What is taxed alike. The rate is in hundredths of a per cent, so that it can be reckoned with. */
export type Taxed = { category: VatCategory; rate: number };
/** Money without tax, in the currency's pence, cents or öre; never below zero. */
export type Part = Taxed & { reason: string; net: number };

export type DocumentLine = Taxed & {
  title: string;
  /** The shop's article. */
  article: string | null;
  quantity: number;
  /** Of the whole quantity, after `allowances`. */
  net: number;
  /** Discounts and vouchers, which the price is already less by. */
  allowances: { reason: string; net: number }[];
};

export type TaxTotal = Taxed & { net: number; tax: number };

export type Party = { name: string; address: Omit<OrderAddress, 'name'>; vatId: string | null };

/** An invoice or credit note before it is drawn: all that its pdf and its XML say, and nothing that either reckons by itself. */
export type IssuedDocument = {
  kind: 'invoice' | 'credit-note';
  number: string;
  /** In the calendar of the channel. */
  issuedOn: string;
  locale: Locale;
  currency: string;
  brand: string;
  seller: Channel['legal'];
  buyer: Party;
  orderCode: string;
  orderedOn: string;
  deliveredOn: string;
  delivery: Party | null;
  /** Of a credit note: what it credits. */
  credits: { number: string; issuedOn: string } | null;
  lines: DocumentLine[];
  /** Off the whole order. */
  allowances: Part[];
  /** Delivery. */
  charges: Part[];
  taxes: TaxTotal[];
  net: number;
  tax: number;
  gross: number;
  /** Of the gross, before it was issued. */
  paid: number;
  dueOn: string | null;
};

export type Unnumbered = Omit<IssuedDocument, 'number' | 'issuedOn' | 'dueOn'>;
