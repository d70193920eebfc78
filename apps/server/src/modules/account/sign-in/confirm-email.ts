import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import { newCustomerId } from '../../../platform/ids.ts';
import { findAccountByEmail } from '../accounts/index.ts';
import { accountMail, linkAddress } from '../pages/index.ts';
import { noteEvent } from '../security/index.ts';
import type { Deps } from './deps.ts';
import { type LinkPage, type Registration, registration } from './link-page.ts';

const CONFIRM_EMAIL = 'confirm-email';
/** How long the link can be used. */
const VALID = { hours: 24 };

type LinkDeps = Pick<Deps, 'createLink' | 'accounts' | 'publicUrl' | 'clock' | 'appearances'>;

/**
 * The link of a registration, which creates the account. Anybody can register with anybody's address, so only the browser that
 * registered keeps the name and password; in any other one the owner of the mailbox chooses both, and nothing of a stranger's
 * remains.
 */
export function confirmEmailPage(deps: LinkDeps): LinkPage<Registration> {
  const { appearances, publicUrl } = deps;
  return {
    event: 'account-created',
    name: CONFIRM_EMAIL,
    link: deps.createLink({
      name: CONFIRM_EMAIL,
      lifetimeSeconds: VALID.hours * HOUR_SECONDS,
      requested: registration,
      async writeMail(trx, { email, visit, interaction }) {
        const account = await findAccountByEmail(trx, email);
        if (account) {
          const appearance = appearances.ofVisit({ ...visit, locale: account.locale });
          return accountMail(appearance, { mail: account.closedAt ? 'closed' : 'known', to: account });
        }
        const appearance = appearances.ofVisit(visit);
        const page = publicUrl + linkAddress(CONFIRM_EMAIL, interaction);
        const to = { email, name: null };
        return accountMail(appearance, { mail: 'confirm', to, page, values: VALID });
      },
    }),
    whenUsed: 'done',
    done: 'confirmed',
    async readPage(db, { requested: { email, name } }, isSameBrowser) {
      if (await findAccountByEmail(db, email)) return null;
      if (isSameBrowser) return { page: 'confirm' };
      const texts = { page: 'confirm', intro: 'confirm.choose', submit: 'register.submit' } as const;
      return { ...texts, asks: ['name', 'password'], name };
    },
    async confirm(trx, { requested }, answers, now) {
      const account = { ...accountOf(requested, answers), registeredAt: now };
      if (!(await deps.accounts.add(trx, account))) return null;
      await noteEvent(deps, trx, { account, kind: 'account-created', device: answers.device });
      return { accountId: account.id };
    },
  };
}

/** The account that was registered, or what the owner of the mailbox chose instead. */
function accountOf(
  { email, visit: { channel, locale }, ...registered }: Registration,
  { name, passwordHash }: { name: string; passwordHash: string | null },
) {
  const identity = { identityType: 'consumer' as const, b2bAuthenticationMethod: null };
  const chosen = passwordHash === null ? registered : { name, passwordHash };
  const { name: own, passwordHash: hash } = chosen;
  return { id: newCustomerId(), email, name: own, passwordHash: hash, ...identity, channel, locale };
}
