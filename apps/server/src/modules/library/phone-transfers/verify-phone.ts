import { createHash, createHmac } from 'node:crypto';
import { PHONE_TRANSFER_LIFETIME_MS } from '@keepsake/contracts/library/phone-transfers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { ID_BYTES } from '@keepsake/contracts/platform/limits';
import type { FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../../../platform/auth.ts';
import { type Clock, MINUTE_MS } from '../../../platform/clock.ts';
import { bytesOfId, customerIdOfHex } from '../../../platform/ids.ts';
import { networkOf } from '../../../platform/network.ts';
import { Problem } from '../../../platform/problem.ts';
import type { TransferRef } from '../uploads/index.ts';
import type { Deps } from './deps.ts';
import { findLive, renewTransfer, type TransferRow } from './store.ts';

/** Wrong tokens allowed per address and minute; further ones are refused at once. */
export const MAX_REFUSALS_PER_MINUTE = 60;

/** The code whose token a request carries: the sender may do nothing beyond it. */
export type VerifyPhone = (request: FastifyRequest) => Promise<TransferRow>;

/**
 * Verifies phones' tokens. Expired, revoked and unknown tokens, and those of an ended session, all return `unauthenticated`, and
 * an address that tries many gets `too-many-requests`. A hidden library takes no photos: `library-hidden`. A code in use does not
 * expire half way, even if its desktop sleeps.
 */
export function createVerifyPhone({
  db,
  clock,
  isSessionOver,
  isLibraryHidden,
}: Pick<Deps, 'db' | 'clock' | 'isSessionOver' | 'isLibraryHidden'>): VerifyPhone {
  const refusals = createRefusals(clock);
  return async (request) => {
    if (refusals.areTooMany(networkOf(request.ip))) throw new Problem('too-many-requests');
    const read = readToken(bearerTokenOf(request));
    const transfer = read && (await findLive(db, { ...read, now: clock() }));
    const sessionId = transfer?.session_id ?? null;
    if (!transfer || (sessionId && (await isSessionOver(sessionId)))) {
      refusals.add(networkOf(request.ip));
      throw new Problem('unauthenticated');
    }
    if (await isLibraryHidden(transfer.user_id)) throw new Problem('library-hidden');
    if (isHalfOver(transfer, clock())) {
      await renewTransfer(db, { customerId: transfer.user_id, transferId: transfer.id, sessionId }, clock());
    }
    return transfer;
  };
}

function isHalfOver({ expires_at }: TransferRow, now: Date): boolean {
  return expires_at.getTime() - now.getTime() < PHONE_TRANSFER_LIFETIME_MS / 2;
}

/** 16 bytes of the customer's id, which say where the row is, and 256 bits that only we can generate, in base64url. */
const TOKEN = /^[\w-]{64}$/;

/** The token of a code. Keep only its hash. */
export function tokenOf(
  secret: string,
  { customerId, transferId }: TransferRef,
): { token: string; hash: Buffer } {
  const proof = createHmac('sha256', secret).update(`${customerId} ${transferId}`).digest();
  const token = Buffer.concat([bytesOfId(customerId), proof]).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** The customer named by a token, and its hash; null for a malformed one. */
function readToken(token: string): { customerId: CustomerId; hash: Buffer } | null {
  if (!TOKEN.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
  return { customerId: customerIdOfHex(hex), hash: hashOf(token) };
}

/** A hash without a secret suffices: nobody guesses 256 bits. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Counts refused tokens by address, per minute, on this node. */
function createRefusals(clock: Clock) {
  let minute = 0;
  let counts = new Map<string, number>();

  function current(): Map<string, number> {
    const now = Math.floor(clock().getTime() / MINUTE_MS);
    if (now !== minute) counts = new Map();
    minute = now;
    return counts;
  }
  return {
    add: (address: string) => void current().set(address, (counts.get(address) ?? 0) + 1),
    areTooMany: (address: string) => (current().get(address) ?? 0) >= MAX_REFUSALS_PER_MINUTE,
  };
}
