import * as z from 'zod';
import { newId } from '../../../platform/ids.ts';
import { addAccount } from './create-account.ts';
import type { IdentityDeps } from './deps.ts';
import { type LinkPurpose, linkRequest } from './link-purpose.ts';
import { findAccountByEmail } from './store.ts';

export const CONFIRM_EMAIL = 'confirm-email';

/** The request of a registration's link: everything but the confirmation that its account needs. */
export const registration = linkRequest.extend({ name: z.string(), passwordHash: z.string() });

/**
 * The link of a registration, which creates the account. Anybody can register with anybody's address, so only the browser
 * that registered keeps its name and password; in any other one the owner of the mailbox chooses both, and nothing of a
 * stranger's remains.
 */
export function confirmEmailPurpose(deps: Pick<IdentityDeps, 'onAccountConfirmed'>): LinkPurpose {
  return {
    name: CONFIRM_EMAIL,
    lifetimeSeconds: 86_400,
    whenUsed: 'done',
    done: 'confirmed',
    async writeMail(trx, { email, visit: { locale } }) {
      const account = await findAccountByEmail(trx, email);
      if (account) return { mail: 'known', to: account, accountId: account.id, hasLink: false };
      return { mail: 'confirm', to: { email, name: null, locale }, accountId: null, hasLink: true };
    },
    async readPage(db, link, isSameBrowser) {
      const { email, name } = registration.parse(link.request);
      if (await findAccountByEmail(db, email)) return null;
      if (isSameBrowser) return { page: 'confirm' };
      const texts = { page: 'confirm', intro: 'confirm.choose', submit: 'register.submit' } as const;
      return { ...texts, asks: ['name', 'password'], name };
    },
    async confirm(trx, link, answers, now) {
      const { email, visit, ...registered } = registration.parse(link.request);
      const isOwnersChoice = answers.passwordHash !== null;
      const account = {
        id: newId(),
        email,
        name: isOwnersChoice ? answers.name : registered.name,
        passwordHash: answers.passwordHash ?? registered.passwordHash,
        identityType: 'consumer' as const,
        b2bAuthenticationMethod: null,
        channel: visit.channel,
        locale: visit.locale,
        registeredAt: now,
      };
      return (await addAccount(deps, trx, account)) ? { accountId: account.id } : null;
    },
  };
}
