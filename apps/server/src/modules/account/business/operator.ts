import { createHash } from 'node:crypto';
import type { BusinessContact } from '@keepsake/contracts/account/business';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { storeStatus } from './account-status.ts';
import type { ChangeParts } from './deps.ts';
import { mailDecision } from './mails.ts';
import { firmKeyOf, isSameCompany, missingOf } from './rules.ts';
import { type BusinessRow, countOthersWith, findBusiness, lockBusiness, updateBusiness } from './store.ts';
import { findCheck, readVatState, type VatCheck } from './vat-checks.ts';

export { listBusinesses } from './store.ts';

type Parts = Omit<ChangeParts, 'trx'> & { db: Database };

/** The outcome of an operator's request; `refused` says why nothing was done. */
export type Outcome = { done: true } | { done: false; refused: string; doubts?: string[] };

export type Shown = {
  row: BusinessRow;
  contacts: BusinessContact[];
  check: VatCheck | undefined;
  missing: string[];
  doubts: string[];
  /** Names exactly these facts and doubts, for the approval. */
  version: string;
};

/** Everything an operator needs to decide; null for a customer who has entered nothing. */
export async function showBusiness(db: Queryable, customerId: CustomerId): Promise<Shown | null> {
  const row = await findBusiness(db, customerId);
  if (!row) return null;
  const check = row.vat_id === null ? undefined : await findCheck(db, customerId, row.vat_id);
  const contacts = row.contacts;
  const missing = missingOf(row, await readVatState(db, row));
  const doubts = await findDoubts(db, row, check);
  return {
    row,
    contacts,
    check,
    missing,
    doubts,
    version: versionOf({ row, contacts, check, missing, doubts }),
  };
}

/** Hexadecimal digits of a version: 72 bits, short enough to copy and too many to find a second firm with the same. */
const VERSION_LENGTH = 18;

function versionOf({ row, contacts, check, ...judged }: Omit<Shown, 'version'>): string {
  const { company, register_number, vat_id, is_vat_exempt, invoice_email } = row;
  const { state, registered_name, registered_address, consultation_number } = check ?? {};
  const firm = [company, register_number, vat_id, is_vat_exempt, invoice_email, contacts];
  const register = [state, registered_name, registered_address, consultation_number];
  return createHash('sha256')
    .update(JSON.stringify([firm, register, judged.missing, judged.doubts]))
    .digest('hex')
    .slice(0, VERSION_LENGTH);
}

/** Reasons to doubt that it is the firm it claims to be. */
async function findDoubts(db: Queryable, row: BusinessRow, check: VatCheck | undefined): Promise<string[]> {
  const { vat_id: vatId, company } = row;
  if (vatId === null) return [];
  const named = check?.registered_name;
  const others = await countOthersWith(db, row.user_id, vatId);
  return [
    ...(check?.state === 'pending'
      ? [`VIES has not answered about ${vatId} yet (${check.failure ?? 'not asked'})`]
      : []),
    ...(named && !isSameCompany(named, company ?? '')
      ? [`VIES says that ${vatId} belongs to “${named}”`]
      : []),
    ...(others > 0 ? [`${others} other accounts name ${vatId}`] : []),
  ];
}

/**
 * Approves a waiting firm, if it still is what the operator has seen; with doubts only if the operator insists. Idempotent.
 * `version` is that of the firm shown.
 */
export function approve(
  parts: Parts,
  customerId: CustomerId,
  { isAnyway, version }: { isAnyway: boolean; version: string },
): Promise<Outcome> {
  return decide(parts, customerId, async (each, row) => {
    const status = row.status;
    if (status === 'validated') return { done: true };
    if (status === 'blocked') return refusal('it is blocked; unblock it first');
    const shown = await showBusiness(each.trx, customerId);
    if (status !== 'new') return refusal(`it lacks ${shown?.missing.join(', ')}`);
    if (shown?.version !== version) return refusal('it has changed since you looked at it; look again');
    const doubts = shown.doubts;
    if (doubts.length > 0 && !isAnyway)
      return { ...refusal('there are doubts; --anyway approves it'), doubts };
    const approved = await updateBusiness(each.trx, customerId, {
      validated_for: firmKeyOf(row),
      validated_at: each.clock(),
    });
    await storeStatus(each, approved);
    await mailDecision(each, { customerId, decision: 'validated' });
    return { done: true };
  });
}

/** Blocks an account, whatever is known about its firm. The customer sees the reason. */
export function block(parts: Parts, customerId: CustomerId, reason: string): Promise<Outcome> {
  return decide(parts, customerId, async (each, row) => {
    if (row.blocked_at && row.block_reason === reason) return { done: true };
    const blocked = { ...row, blocked_at: row.blocked_at ?? each.clock(), block_reason: reason };
    const { blocked_at, block_reason } = blocked;
    // The status must change with them: a constraint of the table.
    const change = { blocked_at, block_reason, status: 'blocked' as const, waiting_since: null };
    await storeStatus(each, await updateBusiness(each.trx, customerId, change));
    await mailDecision(each, { customerId, decision: 'blocked', reason });
    return { done: true };
  });
}

/** Unblocks an account: its status follows from its firm, as if it had not been blocked. */
export function unblock(parts: Parts, customerId: CustomerId): Promise<Outcome> {
  return decide(parts, customerId, async (each, row) => {
    if (!row.blocked_at) return refusal('it is not blocked');
    const change = { blocked_at: null, block_reason: null, status: 'default' as const };
    await storeStatus(each, await updateBusiness(each.trx, customerId, change));
    await mailDecision(each, { customerId, decision: 'unblocked' });
    return { done: true };
  });
}

const refusal = (refused: string) => ({ done: false as const, refused });

function decide(
  { db, ...parts }: Parts,
  customerId: CustomerId,
  act: (parts: ChangeParts, row: BusinessRow) => Promise<Outcome>,
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const row = await lockBusiness(trx, customerId, parts.clock());
    return act({ ...parts, trx }, row);
  });
}
