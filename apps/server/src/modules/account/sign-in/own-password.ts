import { requestOwnPassword } from '@keepsake/contracts/account/email-changes';
import { deviceOf } from '../../../platform/http/device.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { ownVisit, requireOwn } from '../accounts/index.ts';
import { noteEvent } from '../security/index.ts';
import type { PageDeps } from './deps.ts';

/**
 * The call by which a signed-in customer changes the password: it mails the reset link to the account's own address, so that
 * somebody who finds an open session cannot set one without the mailbox.
 */
export function ownPasswordRoute(deps: PageDeps): Route {
  return route(requestOwnPassword, async ({ customer, params, body: { channel }, request }) => {
    const account = await requireOwn(deps.db, customer, params);
    const visit = ownVisit(deps, account, channel);
    await deps.db.transaction().execute(async (trx) => {
      await deps.links.resetPassword.link.queue(trx, { email: account.email, visit, interaction: null });
      await noteEvent(deps, trx, { account, kind: 'password-reset-requested', device: deviceOf(request) });
    });
    await deps.security.record('password-reset-requested', { request, customerId: account.id });
  });
}
