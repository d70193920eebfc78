import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { Channel } from '../../frame/channels/index.ts';
import type { VatCategory } from '../orders/index.ts';

/** A tax category and rate. The rate is in hundredths of a per cent, an integer for exact arithmetic. */
export type Taxed = { category: VatCategory; rate: number };
/** An amount without tax, in the smallest unit of the currency; never negative. */
export type Part = Taxed & { reason: string; net: number };

export type DocumentLine = Taxed & {
  title: string;
  /** The shop's article. */
  article: string | null;
  quantity: number;
  /** For the whole quantity, after `allowances`. */
  net: number;
  /** Discounts and vouchers, already deducted from the price. */
  allowances: { reason: string; net: number }[];
};

export type TaxTotal = Taxed & { net: number; tax: number };

export type Party = { name: string; address: Omit<PostalAddress, 'name'>; vatId: string | null };

/**
 * An invoice or credit note before it is drawn: everything in its pdf and its XML, neither of which calculates anything itself.
 */
export type IssuedDocument = {
  kind: 'invoice' | 'credit-note';
  number: string;
  /** In the channel's calendar. */
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
  /** For a credit note: what it credits. */
  credits: { number: string; issuedOn: string } | null;
  lines: DocumentLine[];
  /** Discounts on the whole order. */
  allowances: Part[];
  /** Delivery. */
  charges: Part[];
  taxes: TaxTotal[];
  net: number;
  tax: number;
  gross: number;
  /** Share of the gross paid before it was issued. */
  paid: number;
  dueOn: string | null;
};

export type Unnumbered = Omit<IssuedDocument, 'number' | 'issuedOn' | 'dueOn'>;
