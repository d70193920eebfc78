import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Principal } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { folded } from '../../../platform/mail-address.ts';
import { Problem } from '../../../platform/problem.ts';
import type { CustomerClaims } from '../../../platform/tokens/claims.ts';
import type { Deps } from './deps.ts';
import { type CustomerRow, findCustomer, saveCustomer } from './store.ts';

type FollowDeps = Pick<
  Deps,
  'db' | 'clock' | 'landingChannel' | 'onAddressChanged' | 'isErased' | 'beginStorage'
> & { provider: NonNullable<Deps['provider']> };

type Call = {
  found: CustomerRow | undefined;
  caller: Principal;
  request?: Pick<FastifyRequest, 'headers'> | undefined;
};

/** What tokens say about a customer, and when they were issued. */
type DatedClaims = { claims: CustomerClaims; at: Date | null };

/**
 * The customer of the retailer's own provider, created at the first call; name and address follow the latest token (ADR 52).
 * Throws `account-deleted` for a customer whose account was erased here.
 */
export async function followProvider(deps: FollowDeps, call: Call): Promise<CustomerRow | undefined> {
  const { found, caller } = call;
  const { customerId } = caller;
  if (found?.deleted_at) return found;
  if (!found && (await deps.isErased(deps.db, customerId))) throw new Problem('account-deleted');
  const notified = await gatherClaims(deps, call);
  if (found && !isNews(found, notified, caller)) return found;
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      if (!found) await register(deps, trx, caller, notified);
      return follow(deps, trx, caller, notified);
    }),
  );
}

/** The access token comes first, then the ID token of the same subject, then the provider's userinfo for what neither says. */
async function gatherClaims(
  { provider }: Pick<FollowDeps, 'provider'>,
  { caller, request }: Call,
): Promise<DatedClaims> {
  let notified: DatedClaims = { claims: caller.claims, at: timeOf(caller.issuedAt) };
  for (const read of request ? [provider.readIdClaims, provider.readUserinfo] : []) {
    if (notified.claims.name !== null && saysAddress(notified.claims)) break;
    const more = request && (await read(caller, request));
    if (more) notified = { claims: fillIn(notified.claims, more.claims), at: timeOf(more.issuedAt) };
  }
  return notified;
}

const saysAddress = ({ email, unverifiedEmail }: CustomerClaims) => (email ?? unverifiedEmail) !== null;

/** An address is taken together with the same source's statement about its verification. */
function fillIn(claims: CustomerClaims, more: CustomerClaims): CustomerClaims {
  const { email, unverifiedEmail } = saysAddress(claims) ? claims : more;
  return {
    name: claims.name ?? more.name,
    email,
    unverifiedEmail,
    channel: claims.channel ?? more.channel,
    language: claims.language ?? more.language,
    b2bAuthenticationMethod: claims.b2bAuthenticationMethod,
  };
}

const timeOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));

/** A token older than the one last followed is ignored. */
const isOutdated = ({ claims_at }: CustomerRow, at: Date | null) =>
  claims_at !== null && at !== null && at < claims_at;

function isNews(
  row: CustomerRow,
  { claims, at }: DatedClaims,
  { b2bAuthenticationMethod }: Principal,
): boolean {
  if (isOutdated(row, at)) return false;
  const isRenamed = !row.named_at && claims.name !== null && claims.name !== row.name;
  const isOtherBusiness = b2bAuthenticationMethod !== row.b2b_authentication_method;
  return isRenamed || isOtherBusiness || addressAfter(row, claims) !== row.email;
}

/** A verified address is taken, and one that is no longer verified is dropped. */
function addressAfter({ email }: Pick<CustomerRow, 'email'>, claims: CustomerClaims): string {
  if (claims.email !== null) return claims.email;
  return claims.unverifiedEmail?.toLowerCase() === email.toLowerCase() ? '' : email;
}

async function register(
  deps: Pick<FollowDeps, 'beginStorage' | 'landingChannel' | 'clock'>,
  trx: Queryable,
  caller: Principal,
  { claims }: DatedClaims,
) {
  await saveCustomer(deps, trx, {
    customerId: caller.customerId,
    // The address is set separately, as with any change of address.
    email: '',
    name: claims.name ?? '',
    channel: deps.landingChannel({ claim: claims.channel, host: caller.host }),
    locale: claims.language,
    identityType: caller.identityType,
    b2bAuthenticationMethod: caller.b2bAuthenticationMethod,
    registeredAt: deps.clock(),
  });
}

async function follow(
  deps: Pick<FollowDeps, 'onAddressChanged'>,
  trx: Queryable,
  { customerId, identityType, b2bAuthenticationMethod }: Principal,
  { claims, at }: DatedClaims,
): Promise<CustomerRow | undefined> {
  if (claims.email !== null) await lockAddress(trx, claims.email);
  const row = await trx
    .selectFrom('customers')
    .selectAll()
    .where('user_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || isOutdated(row, at)) return row;
  const wanted = addressAfter(row, claims);
  const isTaken = wanted !== '' && !(await claimAddress(deps, trx, { customerId, email: wanted, at }));
  const email = isTaken ? '' : wanted;
  const name = row.named_at ? row.name : (claims.name ?? row.name);
  await trx
    .updateTable('customers')
    .set({
      email,
      name,
      identity_type: identityType,
      b2b_authentication_method: b2bAuthenticationMethod,
      claims_at: at ?? row.claims_at,
    })
    .where('user_id', '=', customerId)
    .execute();
  if (email !== row.email) await deps.onAddressChanged(trx, { customerId, email });
  return findCustomer(trx, customerId);
}

/** Of two customers who acquire an address at the same moment, the second sees the first. */
async function lockAddress(trx: Queryable, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('customer-address:' || ${folded(email)}, 0))`.execute(
    trx,
  );
}

/**
 * An address belongs to the customer whose token named it last, because the provider has verified it: earlier owners no longer
 * get mail there. False if another customer's token is newer.
 */
async function claimAddress(
  deps: Pick<FollowDeps, 'onAddressChanged'>,
  trx: Queryable,
  { customerId, email, at }: { customerId: CustomerId; email: string; at: Date | null },
): Promise<boolean> {
  const others = await trx
    .selectFrom('customers')
    .select(['user_id', 'claims_at'])
    .where((eb) => eb(folded(eb.ref('email')), '=', folded(email)))
    .where('user_id', '<>', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  if (others.some(({ claims_at }) => claims_at && (!at || claims_at > at))) return false;
  for (const { user_id } of others) {
    await trx.updateTable('customers').set({ email: '' }).where('user_id', '=', user_id).execute();
    await deps.onAddressChanged(trx, { customerId: user_id, email: '' });
  }
  return true;
}
