import { B2B_DETAILS, type B2bDetail, type B2bStatus } from '@keepsake/contracts/account/b2b-status';
import type { VatState } from '@keepsake/contracts/account/business';
import { vatCountryOf } from '@keepsake/contracts/account/vat-ids';
import jsvat from 'jsvat-next';
import type { BusinessRow, Status } from './store.ts';

export type Firm = Pick<
  BusinessRow,
  | 'company'
  | 'register_number'
  | 'vat_id'
  | 'is_vat_exempt'
  | 'invoice_email'
  | 'contacts'
  | 'validated_for'
  | 'blocked_at'
>;

/** The missing details of a firm, in the order of the form. A VAT id that the register does not know counts as missing. */
export function missingOf(firm: Firm | undefined, vat: VatState | null): B2bDetail[] {
  if (!firm) return [...B2B_DETAILS];
  const hasVatId = firm.is_vat_exempt || (firm.vat_id !== null && vat !== 'invalid');
  const isThere: Record<B2bDetail, boolean> = {
    company: firm.company !== null,
    registerNumber: firm.register_number !== null,
    vatId: hasVatId,
    invoiceEmail: firm.invoice_email !== null,
    contacts: firm.contacts.length > 0,
  };
  return B2B_DETAILS.filter((detail) => !isThere[detail]);
}

/**
 * Identifies the firm that an operator approves: by its VAT id, or without one by its register number. A new company name or
 * contact does not make it another firm (ADR 45).
 */
export function firmKeyOf({ vat_id, is_vat_exempt, register_number }: Firm): string {
  return is_vat_exempt || vat_id === null ? `register ${register_number ?? ''}` : `vat ${vat_id}`;
}

/** The status of an account: it follows from what is known about the firm, whatever came before. */
export function statusOf(firm: Firm, vat: VatState | null): Status {
  if (firm.blocked_at) return 'blocked';
  if (missingOf(firm, vat).length > 0) return 'default';
  return firm.validated_for === firmKeyOf(firm) ? 'validated' : 'new';
}

const ON_THE_WIRE: Record<Status, B2bStatus | null> = {
  default: 'Default',
  new: 'New',
  validated: null,
  blocked: 'Blocked',
};

/** The status in its wire format [B2B-01]. */
export const presentStatus = (status: Status): B2bStatus | null => ON_THE_WIRE[status];

/** Legal forms of companies, which registers spell out or omit. */
const FORMS =
  /\b(gmbh|mbh|ag|kg|og|ohg|ug|eu|e k|ltd|limited|plc|llp|bv|b v|nv|n v|vof|sarl|sas|sasu|sa|eurl|sci|ab|hb|kb|oy|as|aps|srl|spa)\b/g;

/** Whether two company names may denote the same company; names in other scripts are left to people. */
export function isSameCompany(one: string, other: string): boolean {
  const [a, b] = [barename(one), barename(other)];
  return a !== '' && b !== '' && (a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `));
}

function barename(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
  return plain.replace(FORMS, ' ').replace(/\s+/g, ' ').trim() || plain;
}

const { checkVAT, countries } = jsvat;

/**
 * Whether the check digits of a normalised VAT id are wrong, so that it cannot exist. Formats unknown to the library are left to
 * the register.
 */
export function isMistyped(vatId: string): boolean {
  // Northern Ireland uses the format of Great Britain.
  const existing = vatCountryOf(vatId) === 'XI' ? `GB${vatId.slice(2)}` : vatId;
  const { isValid, isValidFormat } = checkVAT(existing, countries);
  return isValidFormat && !isValid;
}
