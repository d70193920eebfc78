import { normaliseAddress } from '@keepsake/contracts/account/addresses';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { Insertable } from 'kysely';
import { addFirstAddress } from '../modules/account/addresses/index.ts';
import { insertFirms } from '../modules/account/business/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { BusinessAccounts } from '../platform/database/database-types.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

const [, , STUDIO, , , , FINCH, NYMAN, CORNER] = DEMO_CUSTOMERS;

/** The firms of the demo's business customers: one approved by an operator, and one for each banner. */
export async function loadFirms(db: Database, now: Date): Promise<void> {
  await insertFirms(db, [approved(now), incomplete(now), waiting(now), blocked(now)]);
}

const STUDIO_ADDRESS: PostalAddress = normaliseAddress({
  name: STUDIO.name,
  company: `${STUDIO.name} Ltd`,
  streetName: 'Lendal',
  streetNumber: '14',
  postalCode: 'YO1 8AA',
  city: 'York',
  country: 'GB',
});

/** Gives the approved firm an address to which its orders by file are invoiced, unless it has one. */
export async function loadFirmAddress(db: Database, now: Date): Promise<void> {
  await addFirstAddress(db, STUDIO.id, { address: STUDIO_ADDRESS, now });
}

/** VAT ids in a valid format that belong to no firm. */
const firmOf = (name: string, email: string, vatId: string) => ({
  company: `${name} Ltd`,
  vat_id: vatId,
  invoice_email: `invoices.${email}`,
  contacts: JSON.stringify([{ name: 'Robin Marlow', email, phoneNumber: null }]),
});

type Firm = Insertable<BusinessAccounts>;

const approved = (now: Date): Firm => ({
  ...firmOf('Studio Marlow', STUDIO.email, 'GB999999918'),
  user_id: STUDIO.id,
  status: 'validated',
  register_number: '00000042',
  changed_at: now,
  validated_for: 'vat GB999999918',
  validated_at: now,
});

const incomplete = (now: Date): Firm => ({
  user_id: FINCH.id,
  status: 'default',
  company: 'Atelier Finch Ltd',
  changed_at: now,
  register_number: '00000043',
});

const waiting = (now: Date): Firm => ({
  ...firmOf('Foto Nyman', NYMAN.email, 'GB999999820'),
  user_id: NYMAN.id,
  status: 'new',
  register_number: '00000044',
  changed_at: now,
  waiting_since: now,
});

const blocked = (now: Date): Firm => ({
  ...firmOf('Corner Prints', CORNER.email, 'GB999999722'),
  user_id: CORNER.id,
  status: 'blocked',
  register_number: '00000045',
  changed_at: now,
  blocked_at: now,
  block_reason: 'Three invoices are unpaid.',
});
