import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { resolveChannel, toPublicChannel } from '../../frame/channels/index.ts';
import { lockAccount } from '../accounts/index.ts';
import { endSessionsOf } from '../embedded-provider/index.ts';
import { createAppearances } from '../pages/index.ts';
import { deleteSecondFactor, noteEvent } from '../security/index.ts';

type OperatorDeps = { db: Database; clock: Clock; publicUrl: string };

/**
 * Removes an account's second factor for a customer who has lost every means of it, and ends all its sessions. The customer is
 * notified by mail; all of that or nothing. False if there was none.
 */
export function removeSecondFactorByOperator(
  { db, clock, publicUrl }: OperatorDeps,
  accountId: CustomerId,
): Promise<boolean> {
  const appearances = createAppearances({
    publicUrl,
    brandOrigins: [],
    resolveChannel: (requested) => toPublicChannel(resolveChannel(requested)),
  });
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (!account || !(await deleteSecondFactor(trx, accountId))) return false;
    await endSessionsOf(trx, accountId);
    const device = { browser: null, system: null, device: null };
    await noteEvent({ appearances, clock, publicUrl }, trx, { account, kind: 'second-factor-off', device });
    return true;
  });
}
