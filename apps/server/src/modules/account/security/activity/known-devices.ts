import { createHash } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../../../platform/database/database.ts';
import { tokenCookie } from '../../../../platform/http/token-cookie.ts';
import { newKeyText } from '../../../../platform/secret-keys.ts';
import { markDevicesKnown } from '../../accounts/index.ts';

/** The longest lifetime that browsers allow a cookie. */
export const KNOWN_DEVICE_DAYS = 400;
/** Sign-ins this close together count as simultaneous: a browser without the cookie yet sends a new token with each. */
export const AT_ONCE_MS = 10_000;

const cookieOf = (publicUrl: string) => tokenCookie(publicUrl, 'keepsake_device');

/** The random token that identifies a browser; a new one if the browser sends none. */
export const deviceToken = (publicUrl: string, request: Pick<FastifyRequest, 'headers'>): string =>
  cookieOf(publicUrl).read(request) ?? newKeyText();

/** Sets the browser's cookie for the maximum lifetime from now on. */
export function keepDeviceToken(reply: FastifyReply, publicUrl: string, token: string): void {
  cookieOf(publicUrl).keep(reply, token, KNOWN_DEVICE_DAYS * DAY_SECONDS);
}

type Used = { accountId: CustomerId; token: string; now: Date };

/** Records the use of a device; false if the account does not know it. */
export async function useDevice(db: Queryable, { accountId, token, now }: Used): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('known_devices')
    .set({ last_used_at: now })
    .where('account_id', '=', accountId)
    .where('hash', '=', hashOf(accountId, token))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Adds a known device; concurrent sign-ins to the account are serialised here.
 * @returns whether it is known by now, and whether it is the account's first one; simultaneous sign-ins count as the first, too.
 */
export async function addDevice(
  trx: Queryable,
  { accountId, token, now }: Used,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const since = await markDevicesKnown(trx, accountId, now);
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('known_devices')
    .values({ account_id: accountId, hash: hashOf(accountId, token), last_used_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'hash']).doNothing())
    .executeTakeFirstOrThrow();
  const isFirst = since === null || since.getTime() > now.getTime() - AT_ONCE_MS;
  return { isKnown: numInsertedOrUpdatedRows === 0n, isFirst };
}

/** Deletes the known devices of an account, except the one with the given token if it is known. */
export async function forgetDevices(
  trx: Queryable,
  { accountId, but }: { accountId: CustomerId; but?: string },
): Promise<void> {
  await trx
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .$if(but !== undefined, (query) => query.where('hash', '<>', hashOf(accountId, but ?? '')))
    .execute();
}

/** Includes the account, so that the rows of two accounts do not reveal that one browser has signed in to both. */
function hashOf(accountId: CustomerId, token: string): Buffer {
  return createHash('sha256').update(`${accountId} ${token}`).digest();
}
