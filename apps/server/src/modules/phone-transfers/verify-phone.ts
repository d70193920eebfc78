import type { FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../../platform/http/mount-routes.ts';
import { Problem } from '../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { createRefusals } from './refusals.ts';
import { readToken } from './token.ts';
import { findLive, type TransferRow } from './transfer-store.ts';

/** The code that a request's token belongs to, which is all that its sender may do. */
export type VerifyPhone = (request: FastifyRequest) => Promise<TransferRow>;

/**
 * Verifies tokens of phones. One that expired, was ended or never was gets the same `unauthenticated`; an address that
 * tries many gets `too-many-requests`.
 */
export function createVerifyPhone({ db, clock }: Pick<Deps, 'db' | 'clock'>): VerifyPhone {
  const refusals = createRefusals(clock);
  return async (request) => {
    if (refusals.areTooMany(request.ip)) throw new Problem('too-many-requests');
    const read = readToken(bearerTokenOf(request));
    const transfer = read && (await findLive(db, { ...read, now: clock() }));
    if (transfer) return transfer;
    refusals.add(request.ip);
    throw new Problem('unauthenticated');
  };
}
