import { findAddressFaults, isMailAddress, orderAddress } from '@keepsake/contracts';
import * as z from 'zod';

const line = z.string().trim().min(1).max(200);

/** Where the seller is: the fields of any address, but for who lives there. */
const sellerAddress = z
  .strictObject(
    (({ name: _name, company: _company, phoneNumber: _phone, ...fields }) => fields)(orderAddress.shape),
  )
  .superRefine((address, { addIssue }) => {
    for (const field of findAddressFaults({ ...address, name: 'Seller' })) {
      const given = address[field as keyof typeof address] ?? '';
      addIssue({ code: 'custom', path: [field], message: `'${given}' is none of ${address.country}` });
    }
  });

/** How invoices of a brand come about: its shop reports them, or they are issued here for business orders. */
const INVOICE_MODES = ['reported', 'issue'] as const;

/** Who sells under a brand and answers for it: what imprints and invoices name. */
export const legal = z.strictObject({
  /** The registered name. */
  seller: line,
  address: sellerAddress,
  /** Where the seller is registered, and by which number. */
  register: z.strictObject({ name: line, number: line }),
  vatId: z.string().regex(/^[A-Z]{2}[A-Z0-9+*]{2,13}$/, { error: 'is no VAT id such as ATU12345675' }),
  contact: z.strictObject({
    email: z.string().refine(isMailAddress, { error: 'is no e-mail address' }),
    phone: line.optional(),
  }),
  /** Where invoices are paid to. */
  bank: z.strictObject({
    name: line,
    iban: z
      .string()
      .refine(isIban, { error: 'is no IBAN: capital letters and digits with their check digits' }),
    bic: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, { error: 'is no BIC such as BKAUATWW' }),
  }),
  invoices: z.enum(INVOICE_MODES).default('reported'),
  /** For how many years after the year of issue the law has invoices kept. */
  invoiceYears: z.int().min(1).max(30).default(10),
});

/** ISO 13616: read as digits behind its country, it leaves 1 when divided by 97. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(
    /[A-Z]/g,
    (letter) => `${Number.parseInt(letter, 36)}`,
  );
  return BigInt(digits) % 97n === 1n;
}
