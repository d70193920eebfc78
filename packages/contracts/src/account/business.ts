import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { count } from '../platform/fields.ts';
import { isTypedMailAddress, toMailAddress } from '../platform/mail-address.ts';
import { plainLine } from '../platform/plain-text.ts';
import { b2bDetail, b2bStatus } from './b2b-status.ts';
import { isVatId, normaliseVatId } from './vat-ids.ts';

/** Maximum number of contacts per firm. */
export const MAX_CONTACTS = 5;
const MAX_LINE = 100;

/** Validation message per detail of a firm. */
export const BUSINESS_MESSAGES = {
  company: 'Enter the company name as registered',
  registerNumber: 'Enter the company number as it is in the register',
  vatId: 'Enter a full VAT number, such as GB123456789',
  invoiceEmail: 'Enter a full email address, such as accounts@example.com',
  contactName: "Enter the contact's name",
  phoneNumber: 'Phone number must be valid',
} as const;

/** Whether a normalised text can be a firm's name, a register number or a person's name. */
export const isFirmLine = (line: string): boolean =>
  line.length <= MAX_LINE && /[\p{L}\d]/u.test(line) && !/[\p{Cc}\p{Cs}<>]|:\/\//u.test(line);

const line = (message: string) =>
  z.pipe(
    z.pipe(z.string().check(z.maxLength(2_000)), z.transform(plainLine)),
    z.string().check(z.refine(isFirmLine, message)),
  );
const firmAddress = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(2_000)),
    z.transform((text) => toMailAddress(plainLine(text))),
  ),
  z.string().check(z.refine(isTypedMailAddress, BUSINESS_MESSAGES.invoiceEmail)),
);

/** A contact person at the firm. */
export const businessContact = z.object({
  name: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
});
export type BusinessContact = z.infer<typeof businessContact>;

/** Result of a VAT id check: `unchecked` where no service can be asked. */
export const vatState = z.enum(['pending', 'valid', 'invalid', 'unchecked']);
export type VatState = z.infer<typeof vatState>;

/** A firm as its own customer sees it. */
export const business = z.object({
  company: z.nullable(z.string()),
  registerNumber: z.nullable(z.string()),
  vatId: z.nullable(z.string()),
  /** The firm is too small to have a VAT id. */
  isVatExempt: z.boolean(),
  invoiceEmail: z.nullable(z.string()),
  contacts: z.array(businessContact),
  /** Incremented by each change; 0 before the first. */
  version: count,
  status: z.nullable(b2bStatus),
  missing: z.array(b2bDetail),
  /** Null without a VAT id. */
  vatState: z.nullable(vatState),
  /** Why an operator has blocked the account. */
  blockReason: z.nullable(z.string()),
});
export type Business = z.infer<typeof business>;

/** Changes to the firm; null clears a detail, absent fields stay as they are. */
export const businessDetails = z.strictObject({
  company: z.optional(z.nullable(line(BUSINESS_MESSAGES.company))),
  registerNumber: z.optional(z.nullable(line(BUSINESS_MESSAGES.registerNumber))),
  vatId: z.optional(
    z.nullable(
      z.pipe(
        z.pipe(z.string().check(z.maxLength(200)), z.transform(normaliseVatId)),
        z.string().check(z.refine(isVatId, BUSINESS_MESSAGES.vatId)),
      ),
    ),
  ),
  isVatExempt: z.optional(z.boolean()),
  invoiceEmail: z.optional(z.nullable(firmAddress)),
  contacts: z.optional(
    z
      .array(
        z.strictObject({
          name: line(BUSINESS_MESSAGES.contactName),
          email: firmAddress,
          /** Without a country code, a number of the channel's country. */
          phoneNumber: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
        }),
      )
      .check(z.maxLength(MAX_CONTACTS)),
  ),
});
export type BusinessDetails = z.infer<typeof businessDetails>;

/** [RTE-25] The firm, also before anything is known about it. */
export const getBusiness = endpoint({
  name: 'getBusiness',
  service: 'customers',
  method: 'GET',
  path: '/customers/me/business',
  isForBusiness: true,
  response: business,
  problems: ['not-found'],
});

/**
 * Changes details of the firm. Once the last missing detail is there, the status becomes New. 400 names each invalid field; 409
 * `conflict` when the firm has another version than the given one. Repeating current values changes nothing.
 */
export const changeBusiness = endpoint({
  name: 'changeBusiness',
  service: 'customers',
  method: 'PATCH',
  path: '/customers/me/business',
  isForBusiness: true,
  body: z.strictObject({ ...businessDetails.shape, version: z.optional(count) }),
  response: business,
  problems: ['not-found', 'conflict', 'vat-id-mistyped'],
  sample: () => ({ body: { company: 'Studio Holm' } }),
});
