import { PHONE_TRANSFER_LIFETIME_MS } from '@keepsake/contracts';
import type { FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../../../platform/auth.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { LONGEST_USE_MS } from './limits.ts';
import { createRefusals } from './refusals.ts';
import { readToken } from './token.ts';
import { findLive, renewTransfer, type TransferRow } from './transfer-store.ts';

/** The code that a request's token belongs to, which is all that its sender may do. */
export type VerifyPhone = (request: FastifyRequest) => Promise<TransferRow>;

/**
 * Verifies tokens of phones. One that expired, was ended or never was gets the same `unauthenticated`; an address that
 * tries many gets `too-many-requests`. A code in use does not run out in the middle of it, whether its desktop is awake or not.
 */
export function createVerifyPhone({ db, clock }: Pick<Deps, 'db' | 'clock'>): VerifyPhone {
  const refusals = createRefusals(clock);
  return async (request) => {
    if (refusals.areTooMany(request.ip)) throw new Problem('too-many-requests');
    const read = readToken(bearerTokenOf(request));
    const transfer = read && (await findLive(db, { ...read, now: clock() }));
    if (transfer && isSoonOver(transfer, clock())) {
      await renewTransfer(db, { userId: transfer.user_id, transferId: transfer.id }, clock());
    }
    if (transfer) return transfer;
    refusals.add(request.ip);
    throw new Problem('unauthenticated');
  };
}

/** Half of its life is over, and it was not used for too long. */
function isSoonOver({ created_at, expires_at }: TransferRow, now: Date): boolean {
  const isOld = now.getTime() - created_at.getTime() > LONGEST_USE_MS;
  return !isOld && expires_at.getTime() - now.getTime() < PHONE_TRANSFER_LIFETIME_MS / 2;
}
