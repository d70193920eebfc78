import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Journal, JournalKind } from '../../../platform/recovery/journal.ts';

const optOut = z.object({
  /** The HMAC of the address, in hex: the journal names nobody. */
  address: z.hex(),
  reason: z.enum(['unsubscribed', 'bounced']),
  /** Whether the owner of the address wants the newsletter again. */
  isLifted: z.boolean(),
  at: z.iso.datetime(),
});

/** Addresses that are suppressed, and those that no longer are. */
export const OPT_OUTS: JournalKind<z.infer<typeof optOut>> = {
  name: 'opt-outs',
  body: optOut,
  subjectOf: ({ address }) => address,
};

type OptOut = { hmac: Buffer; reason: z.infer<typeof optOut>['reason']; isLifted: boolean; now: Date };

export function recordOptOut(
  journal: Journal,
  trx: Queryable,
  { hmac, reason, isLifted, now }: OptOut,
): Promise<void> {
  const address = hmac.toString('hex');
  return journal.record(trx, OPT_OUTS, { address, reason, isLifted, at: now.toISOString() });
}

const startedIssue = z.object({
  id: z.string(),
  topic: z.string(),
  channel: z.string(),
  /** As JSON. */
  contents: z.string(),
  begunAt: z.iso.datetime(),
});

/** Issues that were begun, so that the same is not sent again by mistake. */
export const ISSUES: JournalKind<z.infer<typeof startedIssue>> = {
  name: 'newsletter-issues',
  body: startedIssue,
  subjectOf: ({ id }) => id,
};
