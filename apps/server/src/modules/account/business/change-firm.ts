import { isDeepStrictEqual } from 'node:util';
import { isValidField, normaliseField } from '@keepsake/contracts/account/addresses';
import {
  BUSINESS_MESSAGES,
  type Business,
  type BusinessContact,
  type BusinessDetails,
  type VatState,
} from '@keepsake/contracts/account/business';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { Problem } from '../../../platform/problem.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import type { B2bAccountStatus } from '../customers/index.ts';
import { storeStatus } from './account-status.ts';
import { CHECK_ONE } from './check-vat-ids.ts';
import type { Deps } from './deps.ts';
import { isMistyped, missingOf, presentStatus } from './rules.ts';
import { type BusinessRow, type Change, findBusiness, lockBusiness, updateBusiness } from './store.ts';
import { countChecks, dropPending, findCheck, insertCheck, readVatState } from './vat-checks.ts';

/** Maximum number of VAT id checks per customer and day. */
const CHECKS_A_DAY = 10;

type Requested = { customerId: CustomerId; channel: string; typed: BusinessDetails & { version?: number } };

/** A firm as its customer sees it. */
export async function readFirmOf(db: Queryable, customerId: CustomerId): Promise<Business> {
  const row = await findBusiness(db, customerId);
  return present(row, await readVatState(db, row));
}

/** The status of a business customer's account [B2B-01] and the missing details; the status of a validated account is null. */
export async function accountStatusOf(db: Queryable, customerId: CustomerId): Promise<B2bAccountStatus> {
  const { status, missing } = await readFirmOf(db, customerId);
  return { status, missing: status === 'Default' ? missing : [] };
}

/**
 * Changes the given details of a firm and the resulting status of its account, all or nothing. Throws `invalid-request`,
 * `vat-id-mistyped`, `conflict` if the customer saw another version, and `too-many-requests` for trying many VAT ids.
 */
export async function changeFirm(
  deps: Pick<Deps, 'db' | 'clock' | 'askVies'>,
  { customerId, channel, typed: { version, ...typed } }: Requested,
): Promise<Business> {
  const country = channelOrDefault(channel).country;
  const now = deps.clock();
  // It cannot exist, so the register is not asked.
  if (typed.vatId && isMistyped(typed.vatId)) throw new Problem('vat-id-mistyped');
  await deps.db.transaction().execute(async (trx) => {
    const isFirst = (await findBusiness(trx, customerId)) === undefined;
    const row = await lockBusiness(trx, customerId, now);
    const change = changesOf(row, { ...typed, contacts: contactsOf(typed, country) });
    if (Object.keys(change).length === 0) return;
    const seen = isFirst ? 0 : row.version;
    if (version !== undefined && version !== seen)
      throw new Problem('conflict', {
        detail: `The company details have since been changed. The current version is ${seen}`,
      });
    const changed = await updateBusiness(trx, customerId, {
      ...change,
      version: isFirst ? 1 : row.version + 1,
      changed_at: now,
    });
    if ('vat_id' in change) await recheckVatId(deps, trx, changed, now);
    await storeStatus({ ...deps, trx }, changed);
  });
  return readFirmOf(deps.db, customerId);
}

/** An id already known to the register stays known; any other one is checked, including one that the register did not know. */
async function recheckVatId(
  { askVies }: Pick<Deps, 'askVies'>,
  trx: Queryable,
  { user_id: customerId, vat_id: vatId }: BusinessRow,
  now: Date,
): Promise<void> {
  await dropPending(trx, customerId);
  if (vatId === null) return;
  const existing = await findCheck(trx, customerId, vatId);
  if (existing && existing.state !== 'invalid') return;
  if ((await countChecks(trx, customerId, { now, ms: DAY_MS })) >= CHECKS_A_DAY)
    throw new Problem('too-many-requests');
  const state = await insertCheck(trx, { customerId, vatId, now, canAsk: askVies !== null });
  if (state === 'pending')
    await addJob(trx, CHECK_ONE, { customerId }, { key: `${CHECK_ONE}:${customerId}` });
}

/** What differs from the stored details. A firm that declares itself too small for a VAT id has none. */
function changesOf(
  row: BusinessRow,
  typed: Omit<BusinessDetails, 'contacts'> & { contacts?: object[] },
): Change {
  const { company, registerNumber, vatId, invoiceEmail, contacts, isVatExempt } = typed;
  const isExempt = isVatExempt ?? (vatId ? false : row.is_vat_exempt);
  const wanted: Change = {
    company,
    register_number: registerNumber,
    is_vat_exempt: isExempt,
    vat_id: isExempt ? null : vatId,
    invoice_email: invoiceEmail,
    contacts,
  };
  const stored: Readonly<Record<string, unknown>> = row;
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, stored[name]);
  return Object.fromEntries(Object.entries(wanted).filter(differs)) as Change;
}

/** Contacts in their stored form. Throws `invalid-request` naming each invalid phone number. */
function contactsOf({ contacts }: BusinessDetails, country: string): BusinessContact[] | undefined {
  const errors: { path: string; message: string }[] = [];
  const stored = contacts?.map(({ name, email, phoneNumber }, at) => {
    const number = normaliseField('phoneNumber', phoneNumber ?? '', country);
    if (!isValidField('phoneNumber', number, country)) {
      const path = `body.contacts.${at}.phoneNumber`;
      errors.push({ path, message: BUSINESS_MESSAGES.phoneNumber });
    }
    return { name, email, phoneNumber: number || null };
  });
  if (errors.length > 0) throw new Problem('invalid-request', { errors });
  return stored;
}

function present(row: BusinessRow | undefined, vat: VatState | null): Business {
  return {
    company: row?.company ?? null,
    registerNumber: row?.register_number ?? null,
    vatId: row?.vat_id ?? null,
    isVatExempt: row?.is_vat_exempt ?? false,
    invoiceEmail: row?.invoice_email ?? null,
    contacts: row?.contacts ?? [],
    version: row?.version ?? 0,
    status: presentStatus(row?.status ?? 'default'),
    missing: missingOf(row, vat),
    vatState: vat,
    blockReason: row?.block_reason ?? null,
  };
}
