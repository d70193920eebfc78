import { MINUTE_MS } from '../../../platform/clock.ts';
import { endOf, type Recently } from '../../../platform/recently.ts';

/** How soon after a mail with a link another one can be requested. */
const RESEND_AFTER_MS = MINUTE_MS;

/** The time in which a mail was sent that is not sent again yet. */
export const justSent = (now: Date): Recently => ({ now, ms: RESEND_AFTER_MS });

/** Until when a request can be confirmed and from when its mail can be sent again, as on the wire. */
export function pendingTimes(
  { sentAt, expiresAt }: { sentAt: Date; expiresAt: Date },
  now: Date,
): { expiresAt: string; resendAt: string } {
  return {
    expiresAt: expiresAt.toISOString(),
    resendAt: endOf(sentAt, justSent(now)).toISOString(),
  };
}
