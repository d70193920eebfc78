import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import * as z from 'zod';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Device } from '../../../platform/http/device.ts';
import { queueMail } from '../../../platform/mail.ts';
import type { JournalKind } from '../../../platform/recovery/journal.ts';
import { newKeyText } from '../../../platform/secret-keys.ts';
import { addressOfPage } from '../../frame/channels/index.ts';
import { composeMail } from '../../frame/mails/index.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  lockAccount,
  updateEmail,
} from '../accounts/index.ts';
import { endSessionsOf } from '../embedded-provider/index.ts';
import { type Appearance, accountMail, visit } from '../pages/index.ts';
import { deleteNewSecondFactor, deletePasskeysOf, forgetDevices, noteEvent } from '../security/index.ts';
import type { Deps } from './deps.ts';
import { findChange, markConfirmed, markUndone } from './email-change-store.ts';

export const CHANGE_LINK_SECONDS = HOUR_SECONDS;
const UNDO_DAYS = 7;

const requested = z.object({ changeId: z.string(), visit });
export type RequestedChange = z.infer<typeof requested>;

export type EmailChangeLinks = ReturnType<typeof createEmailChangeLinks>;

/** The two links of an address change: the new address confirms it, the old one can undo it for some days. */
export function createEmailChangeLinks(deps: Pick<Deps, 'createLink' | 'appearances' | 'publicUrl'>) {
  const { createLink, appearances, publicUrl } = deps;
  const pageIn = ({ channel }: Appearance, path: string) => addressOfPage(publicUrl, path, channel);
  return {
    confirm: createLink({
      name: 'change-email',
      lifetimeSeconds: CHANGE_LINK_SECONDS,
      requested,
      async writeMail(trx, { changeId, visit }) {
        const change = await findChange(trx, changeId);
        if (!change || change.confirmed_at) return null;
        const appearance = appearances.ofVisit(visit);
        const to = { id: change.account_id, email: change.new_email, name: null };
        const page = pageIn(appearance, '/change-email-confirmation');
        return accountMail(appearance, { mail: 'newEmail', to, page });
      },
    }),
    undo: createLink({
      name: 'undo-email-change',
      lifetimeSeconds: (UNDO_DAYS * DAY_MS) / 1000,
      requested,
      async writeMail(trx, { changeId, visit }) {
        const change = await findChange(trx, changeId);
        const account = change && (await findAccount(trx, change.account_id));
        if (!account) return null;
        const appearance = appearances.ofVisit(visit);
        const to = { id: account.id, email: change.old_email, name: account.name };
        const page = pageIn(appearance, '/change-email-undo');
        return {
          ...accountMail(appearance, { mail: 'emailChanged', to, page, values: { days: UNDO_DAYS } }),
          note: null,
        };
      },
    }),
  };
}

type Confirmed = { deps: Deps; links: EmailChangeLinks; requested: RequestedChange; device: Device };

/**
 * Gives the account its new address and ends all its sessions; null if the change is no longer pending, the account's address has
 * changed in the meantime, or somebody else has the new one.
 */
export async function applyChange(
  trx: Queryable,
  { deps, links, requested, device }: Confirmed,
  now: Date,
): Promise<Account | null> {
  const change = await findChange(trx, requested.changeId);
  const account = change && (await lockAccount(trx, change.account_id));
  if (!account || change.confirmed_at || change.expires_at <= now) return null;
  const owner = await findAccountByEmail(trx, change.new_email);
  if (account.email !== change.old_email || (owner && owner.id !== account.id)) return null;
  const changed = { ...account, email: change.new_email };
  await updateEmail(trx, changed, { passwordHash: account.passwordHash, now });
  await markConfirmed(trx, change.id, now, new Date(now.getTime() + UNDO_DAYS * DAY_MS));
  await afterChange(trx, deps, { before: account, account: changed });
  await recordAddress(trx, deps, { account: changed, isTakenBack: false, now });
  await links.undo.queue(trx, requested);
  // The owner is mailed at the previous address, which can undo the change.
  await noteEvent(deps, trx, { account: changed, kind: 'email-changed', device });
  return changed;
}

type Undone = { deps: Deps; requested: RequestedChange; passwordHash: string; device: Device };

/**
 * Restores the account's previous address. Whoever changed it may know the password, so `passwordHash`, of a password nobody
 * knows, replaces it and the owner is mailed a link to choose a new one; passkeys are deleted, because some may be theirs. Null
 * if that is no longer possible.
 */
export async function undoChange(
  trx: Queryable,
  { deps, requested, passwordHash, device }: Undone,
  now: Date,
): Promise<Account | null> {
  const change = await findChange(trx, requested.changeId);
  const account = change && (await lockAccount(trx, change.account_id));
  if (!account || !change.confirmed_at || change.undone_at || change.expires_at <= now) return null;
  const owner = await findAccountByEmail(trx, change.old_email);
  if (owner && owner.id !== account.id) return null;
  const changed = { ...account, email: change.old_email };
  await updateEmail(trx, changed, { passwordHash, now });
  await markUndone(trx, change, now);
  // Whoever changed the address may have added a second factor first; an older one is the owner's.
  const suspect = new Date(change.sent_at.getTime() - UNDO_DAYS * DAY_MS);
  await deleteNewSecondFactor(trx, account.id, suspect);
  await deletePasskeysOf(trx, account.id);
  await afterChange(trx, deps, { before: account, account: changed });
  await recordAddress(trx, deps, { account: changed, isTakenBack: true, now });
  await noteEvent(deps, trx, { account: changed, kind: 'email-change-undone', device });
  await forgetDevices(trx, { accountId: account.id });
  const { email } = changed;
  await deps.resetPassword.queue(trx, { email, visit: requested.visit, interaction: null });
  const appearance = deps.appearances.ofVisit({ ...requested.visit, locale: account.locale });
  const { page, ...mail } = accountMail(appearance, { mail: 'emailUndone', to: account });
  await queueMail(trx, composeMail({ ...mail, link: page, note: null }));
  return changed;
}

type Change = { before: Account; account: Account };

/** Whoever had the address before keeps neither a session nor a password link. */
export async function afterChange(
  trx: Queryable,
  deps: Pick<Deps, 'resetPassword' | 'onAccountChanged'>,
  { before, account }: Change,
): Promise<void> {
  await endSessionsOf(trx, account.id);
  await deps.resetPassword.void(trx, before.email);
  await deps.onAccountChanged(trx, account);
}

type Recorded = { account: Account; isTakenBack: boolean; now: Date };

function recordAddress(
  trx: Queryable,
  { journal }: Pick<Deps, 'journal'>,
  { account: { id: accountId, email }, isTakenBack, now }: Recorded,
): Promise<void> {
  return journal.record(trx, ADDRESSES, { accountId, email, isTakenBack, at: now.toISOString() });
}

/** The hash of a password that nobody knows. */
export const hashOfRandomPassword = ({ passwords }: Pick<Deps, 'passwords'>) => passwords.hash(newKeyText());

const changedAddress = z.object({
  accountId: customerIdSchema,
  email: z.string(),
  /** Whether the previous owner took the account back: then nobody knows its password. */
  isTakenBack: z.boolean(),
  at: z.iso.datetime(),
});

/** The addresses that accounts were given by their owners. */
export const ADDRESSES: JournalKind<z.infer<typeof changedAddress>> = {
  name: 'account-addresses',
  body: changedAddress,
  subjectOf: ({ accountId }) => accountId,
};
