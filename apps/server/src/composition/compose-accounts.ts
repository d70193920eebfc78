import { createCustomers } from '../modules/account/customers/index.ts';
import { createIdentity } from '../modules/account/identity/index.ts';
import {
  brandOriginsFor,
  defaultChannel,
  findChannel,
  resolveChannel,
  toPublicChannel,
} from '../modules/frame/channels/index.ts';
import { findLibraryDeletion } from '../modules/library/photos/index.ts';
import { beginStorage } from '../modules/library/retention/index.ts';
import type { Platform } from './open-platform.ts';
import { createSignInGate } from './sign-in-gate.ts';

export type Accounts = Awaited<ReturnType<typeof composeAccounts>>;

/** Who customers are, how they sign in and which tokens open the platform. */
export async function composeAccounts({ config, databaseUrl, db, log, clock }: Platform) {
  const { publicUrl, oidc } = config;
  const brandOrigins = brandOriginsFor(publicUrl);
  const isProviderExternal = oidc.issuer !== null;
  const customers = createCustomers({
    db,
    clock,
    defaultChannel: defaultChannel.id,
    isProviderExternal,
    beginStorage,
    isPhotoDeletionPermitted: async (userId) => (await findLibraryDeletion(db, userId)) === null,
  });
  const identity = isProviderExternal
    ? null
    : await createIdentity({
        db,
        log,
        clock,
        publicUrl,
        brandOrigins,
        clientId: oidc.clientId,
        audience: oidc.audience,
        accessTokenSeconds: oidc.accessTokenSeconds,
        resolveChannel: (asked) => toPublicChannel(resolveChannel(asked)),
        onAccountConfirmed: (trx, { id, ...account }) => customers.register(trx, { userId: id, ...account }),
      });
  const gate = await createSignInGate({ identity, oidc, publicUrl, databaseUrl, log });
  return {
    customers,
    identity,
    gate,
    brandOrigins,
    timeZoneOf: async (userId: string) =>
      (findChannel(await customers.channelOf(userId)) ?? defaultChannel).timeZone,
  };
}
