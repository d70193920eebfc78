import { findAddressFaults } from '@keepsake/contracts/account/addresses';
import { postalAddress } from '@keepsake/contracts/account/postal-address';
import { anyVatId } from '@keepsake/contracts/account/vat-ids';
import * as z from 'zod';
import { mailAddress } from '../../../platform/operator-fields.ts';

const line = z.string().trim().min(1).max(200);

/** The seller's address: the fields of any address except the person's. */
const sellerAddress = z
  .strictObject(
    (({ name: _name, company: _company, phoneNumber: _phone, ...fields }) => fields)(postalAddress.shape),
  )
  .superRefine((address, { addIssue }) => {
    for (const field of findAddressFaults({ ...address, name: 'Seller' })) {
      const given = address[field as keyof typeof address] ?? '';
      addIssue({ code: 'custom', path: [field], message: `'${given}' is not valid in ${address.country}` });
    }
  });

/** How a brand's invoices originate: its shop reports them, or they are issued here for business orders. */
const INVOICE_MODES = ['reported', 'issue'] as const;

/** The company that sells under a brand and is liable for it: named in imprints and invoices. */
export const legal = z.strictObject({
  /** The registered name. */
  seller: line,
  address: sellerAddress,
  /** Where goods are sent back after a withdrawal; by default to the seller. */
  returnTo: z.strictObject({ name: line, address: sellerAddress }).optional(),
  /** Where the seller is registered, and under which number. */
  register: z.strictObject({ name: line, number: line }),
  vatId: anyVatId,
  contact: z.strictObject({
    email: mailAddress,
    phone: line.optional(),
  }),
  /** Bank account to which invoices are paid. */
  bank: z.strictObject({
    name: line,
    iban: z
      .string()
      .refine(isIban, { error: 'is not an IBAN: capital letters and digits with their check digits' }),
    bic: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, { error: 'is not a BIC such as BKAUATWW' }),
  }),
  invoices: z.enum(INVOICE_MODES).default('reported'),
  /** For how many years after the year of issue the law requires invoices to be kept. */
  invoiceYears: z.int().min(1).max(30).default(10),
});

/** ISO 13616: read as digits with the country moved to the end, the remainder of a division by 97 is 1. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(
    /[A-Z]/g,
    (letter) => `${Number.parseInt(letter, 36)}`,
  );
  return BigInt(digits) % 97n === 1n;
}
