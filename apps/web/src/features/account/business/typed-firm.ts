import { isValidField, normaliseField } from '@keepsake/contracts/account/addresses';
import { type Business, type BusinessDetails, isFirmLine } from '@keepsake/contracts/account/business';
import { isVatId, normaliseVatId } from '@keepsake/contracts/account/vat-ids';
import { isTypedMailAddress } from '@keepsake/contracts/platform/mail-address';
import { plainLine } from '@keepsake/contracts/platform/plain-text';

export const FIRM_FIELDS = ['company', 'registerNumber', 'vatId', 'invoiceEmail'] as const;
export type FirmField = (typeof FIRM_FIELDS)[number];
export const CONTACT_FIELDS = ['name', 'email', 'phoneNumber'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** A contact being edited; `key` identifies it whatever its fields contain. */
export type TypedContact = Record<ContactField, string> & { key: number };
/** Values of the form's fields; empty strings for missing values. */
export type TypedFirm = Record<FirmField, string> & { isVatExempt: boolean; contacts: TypedContact[] };

let keys = 0;
export const emptyContact = (): TypedContact => ({ key: keys++, name: '', email: '', phoneNumber: '' });

export const typedFirmOf = (firm: Business): TypedFirm => ({
  company: firm.company ?? '',
  registerNumber: firm.registerNumber ?? '',
  vatId: firm.vatId ?? '',
  isVatExempt: firm.isVatExempt,
  invoiceEmail: firm.invoiceEmail ?? '',
  contacts:
    firm.contacts.length > 0
      ? firm.contacts.map(({ name, email, phoneNumber }) => ({
          key: keys++,
          name,
          email,
          phoneNumber: phoneNumber ?? '',
        }))
      : [emptyContact()],
});

/** A contact with only empty fields is ignored. */
const isEmpty = (contact: TypedContact) => CONTACT_FIELDS.every((field) => contact[field].trim() === '');

/** Names of a contact's fields in the form. */
export const nameOfField = (at: number, field: ContactField) => `contacts.${at}.${field}` as const;

/** The invalid fields, in form order. Empty ones are allowed, and reported as missing elsewhere. */
export function faultsOf(typed: TypedFirm, country: string): string[] {
  const isWrong: Record<FirmField, (text: string) => boolean> = {
    company: (text) => !isFirmLine(plainLine(text)),
    registerNumber: (text) => !isFirmLine(plainLine(text)),
    vatId: (text) => !typed.isVatExempt && !isVatId(normaliseVatId(text)),
    invoiceEmail: (text) => !isTypedMailAddress(plainLine(text)),
  };
  const ofFirm = FIRM_FIELDS.filter((field) => typed[field].trim() !== '' && isWrong[field](typed[field]));
  const ofContacts = typed.contacts.flatMap((contact, at) =>
    isEmpty(contact) ? [] : faultsOfContact(contact, country).map((field) => nameOfField(at, field)),
  );
  return [...ofFirm, ...ofContacts];
}

function faultsOfContact({ name, email, phoneNumber }: TypedContact, country: string): ContactField[] {
  const isRight: Record<ContactField, boolean> = {
    name: isFirmLine(plainLine(name)),
    email: isTypedMailAddress(plainLine(email)),
    phoneNumber: isValidField('phoneNumber', normaliseField('phoneNumber', phoneNumber, country), country),
  };
  return CONTACT_FIELDS.filter((field) => !isRight[field]);
}

/** The request body: everything in the form, since repeating current values changes nothing. */
export const detailsOf = (typed: TypedFirm): BusinessDetails => ({
  company: typed.company.trim() || null,
  registerNumber: typed.registerNumber.trim() || null,
  vatId: typed.isVatExempt ? null : typed.vatId.trim() || null,
  isVatExempt: typed.isVatExempt,
  invoiceEmail: typed.invoiceEmail.trim() || null,
  contacts: typed.contacts
    .filter((contact) => !isEmpty(contact))
    .map(({ name, email, phoneNumber }) => ({ name, email, phoneNumber: phoneNumber.trim() || null })),
});
