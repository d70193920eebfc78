import { getPasskeys, removePasskey, renamePasskey } from '@keepsake/contracts/account/passkeys';
import { deviceOf } from '../../../../platform/http/device.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { Problem } from '../../../../platform/problem.ts';
import { requireOwn } from '../../accounts/index.ts';
import { type NoteDeps, noteEvent } from '../activity/note-event.ts';
import type { Deps } from '../deps.ts';
import { deletePasskey, listPasskeys, renamePasskey as rename } from './store.ts';

/** `canAdd`: whether browsers can use passkeys here. */
type PasskeyDeps = Pick<Deps, 'db' | 'security'> & NoteDeps & { canAdd: boolean };

/** The calls that list, rename and remove passkeys. They are created only on the provider's host. */
export function ownPasskeyRoutes(deps: PasskeyDeps): Route[] {
  const { db, security, canAdd } = deps;
  return [
    route(getPasskeys, async ({ customer, params }) => {
      const { id } = await requireOwn(db, customer, params);
      const passkeys = (await listPasskeys(db, id)).map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        isBackedUp: row.is_backed_up,
      }));
      return { passkeys, canAdd };
    }),
    route(renamePasskey, async ({ customer, params, body: { name } }) => {
      const { id } = await requireOwn(db, customer, params);
      if (!(await rename(db, id, { id: params.passkeyId, name }))) throw new Problem('not-found');
    }),
    route(removePasskey, async ({ customer, params, request }) => {
      const account = await requireOwn(db, customer, params);
      const isRemoved = await db.transaction().execute(async (trx) => {
        if (!(await deletePasskey(trx, account.id, params.passkeyId))) return false;
        await noteEvent(deps, trx, { account, kind: 'passkey-removed', device: deviceOf(request) });
        return true;
      });
      if (isRemoved) await security.record('passkey-removed', { request, customerId: account.id });
    }),
  ];
}
