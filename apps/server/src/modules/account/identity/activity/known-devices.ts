import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Queryable } from '../../../../platform/database/database.ts';

/** Browsers keep no cookie for longer. */
export const REMEMBERED_DAYS = 400;
/** Sign-ins within this time are made at once: a browser without the cookie yet brings a new number with each. */
export const AT_ONCE_MS = 10_000;
const TOKEN = /^[\w-]{43}$/;

/** Over https the prefix keeps other hosts of the domain from setting it, and so from making their browsers known. */
const cookieOf = (publicUrl: string) => {
  const isSecure = publicUrl.startsWith('https:');
  return {
    name: isSecure ? '__Host-keepsake_device' : 'keepsake_device',
    attributes: `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
};

/** The random number by which a browser is known again; a new one for a browser that brings none. */
export function deviceToken(publicUrl: string, { headers }: Pick<FastifyRequest, 'headers'>): string {
  const { name } = cookieOf(publicUrl);
  const pairs = (headers.cookie ?? '').split(/;\s*/);
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return TOKEN.test(value) ? value : randomBytes(32).toString('base64url');
}

/** Has the browser keep it, from now on for as long as it may. */
export function keepDeviceToken(reply: FastifyReply, publicUrl: string, token: string): void {
  const { name, attributes } = cookieOf(publicUrl);
  reply.header('set-cookie', `${name}=${token}; Max-Age=${REMEMBERED_DAYS * 86_400}; ${attributes}`);
}

type Used = { accountId: string; token: string; now: Date };

/** Notes that a device was used; false for one that is not known to the account. */
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
 * Makes a device known; sign-ins to the account take turns here.
 * @returns whether it was known by now, or is the account's first one; those that come at once with that one count as it.
 */
export async function addDevice(
  trx: Queryable,
  { accountId, token, now }: Used,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const { devices_known_since: since } = await trx
    .selectFrom('accounts')
    .select('devices_known_since')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (since === null)
    await trx.updateTable('accounts').set({ devices_known_since: now }).where('id', '=', accountId).execute();
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('known_devices')
    .values({ account_id: accountId, hash: hashOf(accountId, token), last_used_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'hash']).doNothing())
    .executeTakeFirstOrThrow();
  const isFirst = since === null || since.getTime() > now.getTime() - AT_ONCE_MS;
  return { isKnown: numInsertedOrUpdatedRows === 0n, isFirst };
}

/** Forgets the devices of an account, but for the one with that token if it is known. */
export async function forgetDevices(
  trx: Queryable,
  { accountId, but }: { accountId: string; but?: string },
): Promise<void> {
  await trx
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .$if(but !== undefined, (query) => query.where('hash', '<>', hashOf(accountId, but ?? '')))
    .execute();
}

export async function deleteDevicesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('last_used_at', '<', before).execute();
}

/** With the account in it, so that the rows of two accounts do not tell that one browser has signed in to both. */
function hashOf(accountId: string, token: string): Buffer {
  return createHash('sha256').update(`${accountId} ${token}`).digest();
}
