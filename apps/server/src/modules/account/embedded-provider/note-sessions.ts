import type { Context, Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { deviceOf } from '../../../platform/http/device.ts';
import { isCustomerId } from '../../../platform/ids.ts';
import { noteSession } from './session-store.ts';

type NoteDeps = { db: Database; clock: Clock; log: Logger };
type Used = { accountId?: string; sessionUid?: string };

/**
 * Records a session's kind of device and last use, at its sign-in and at each renewal of its tokens. A failure to record does not
 * affect the sign-in.
 */
export function noteSessions(provider: Provider, { db, clock, log }: NoteDeps): void {
  const note = ({ req }: Context, { accountId, sessionUid }: Used) => {
    if (!accountId || !sessionUid || !isCustomerId(accountId)) return;
    noteSession(db, { accountId, sessionUid, ...deviceOf(req), now: clock() }).catch((err) =>
      log.error({ err }, 'the use of a session was not noted'),
    );
  };
  provider.on('authorization.success', (context) => {
    const { accountId, uid: sessionUid } = context.oidc.session;
    note(context, { accountId, sessionUid });
  });
  provider.on('grant.success', (context) => {
    const { RefreshToken } = context.oidc.entities;
    if (RefreshToken) note(context, RefreshToken);
  });
}
