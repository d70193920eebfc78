import { newId } from '../../../../platform/ids.ts';
import { bringToLife } from '../accounts/create-account.ts';
import type { Registration } from '../mails/mail-task.ts';
import { spendToken } from '../tokens/mailed-tokens.ts';
import type { RouteDeps } from './route-deps.ts';

type Deps = Pick<RouteDeps, 'db' | 'clock' | 'pepper' | 'onAccountConfirmed'>;

/** 'done-before': this very link has made the account already. 'taken': the address has one from elsewhere. */
type Outcome = { accountId: string } | 'done-before' | 'taken';

/** Spends the link of a registration and makes its account, both or neither. */
export async function finishRegistration(deps: Deps, token: string, wanted: Registration): Promise<Outcome> {
  const { email, name, passwordHash, visit } = wanted;
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    if (!(await spendToken(trx, deps.pepper, 'confirm-email', token, now))) return 'done-before';
    const account = {
      id: newId(),
      email,
      name,
      passwordHash,
      identityType: 'consumer' as const,
      b2bAuthenticationMethod: null,
      channel: visit.channel,
      locale: visit.locale,
      registeredAt: now,
    };
    return (await bringToLife(deps, trx, account)) ? { accountId: account.id } : 'taken';
  });
}
