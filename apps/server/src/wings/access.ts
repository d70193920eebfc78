import type { Config } from '../config/config.ts';
import { createIdentityData } from '../modules/account/account-changes/index.ts';
import { ACCOUNT_TABLES } from '../modules/account/accounts/index.ts';
import { type BeginStorage, createCustomerFinder, saveCustomer } from '../modules/account/customers/index.ts';
import {
  type AccountDeletion,
  createAccountDeletion,
  type OnAccountClosed,
} from '../modules/account/deletion/index.ts';
import { SESSION_TABLES } from '../modules/account/embedded-provider/index.ts';
import { createExternalProvider, type ExternalProvider } from '../modules/account/external-provider/index.ts';
import type { MailedLinks } from '../modules/account/mailed-links/index.ts';
import type { Newsletter } from '../modules/account/newsletter/index.ts';
import type { Pages } from '../modules/account/pages/index.ts';
import { type NoteOwnEvent, SECURITY_TABLES } from '../modules/account/security/index.ts';
import { createSignInGate, requireSecondFactor } from '../modules/account/sign-in/index.ts';
import { isDemoComing } from '../platform/marks.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { callSlot, type Slot } from '../platform/slot.ts';
import { createIdentity, type Identity } from './identity.ts';

type Deps = Platform & {
  publicUrl: string;
  /** Origins of the web app besides publicUrl's: one per brand host. */
  brandOrigins: readonly string[];
  pages: Pages;
  createLink: MailedLinks['createLink'];
  newsletter: Pick<Newsletter, 'followAddress'>;
  slots: {
    personalData: Slot<readonly PersonalData[]>;
    beginStorage: Slot<BeginStorage>;
    onAccountClosed: Slot<OnAccountClosed>;
  };
};

export type Access = Awaited<ReturnType<typeof createAccess>>;

/** Who gets in: whoever keeps the accounts, how they are closed, and the gate that all calls pass. */
export async function createAccess(config: Config, deps: Deps) {
  const { oidc } = config;
  const external = createExternalProvider({ ...deps, oidc });
  const identity = oidc.issuer === null ? await openIdentity(config, deps) : null;
  const deletion = await createAccountDeletion({
    ...deps,
    issuer: identity?.issuer ?? oidc.issuer ?? '',
    accounts: identity,
    personalData: deps.slots.personalData.get,
    onAccountClosed: callSlot(deps.slots.onAccountClosed),
  });
  identity?.closings.fill(deletion);
  const noteEvent: NoteOwnEvent = identity?.noteEvent ?? (async () => undefined);
  const gate = await openGate(config, deps, { external, identity, deletion });
  return {
    modules: [
      deletion,
      { tables: ACCOUNT_TABLES },
      { tables: SECURITY_TABLES },
      { tables: SESSION_TABLES },
      createIdentityData(deps),
      ...(identity?.modules ?? []),
      external,
    ],
    provider: external.provider,
    identity,
    deletion,
    noteEvent,
    gate,
  };
}

/** The embedded provider and what belongs to it. */
const openIdentity = (config: Config, { newsletter, slots, ...deps }: Deps) =>
  createIdentity({
    ...deps,
    ...config.oidc,
    async onAccountChanged(trx, { id: customerId, ...account }) {
      await saveCustomer({ beginStorage: callSlot(slots.beginStorage) }, trx, { customerId, ...account });
      await newsletter.followAddress(trx, { customerId, ...account });
    },
    isSecondFactorRequired: config.isBusinessFactorRequired,
    isDemoComing: async () => config.hasDemo && (await isDemoComing(deps.db)),
  });

type Providers = { external: ExternalProvider; identity: Identity | null; deletion: AccountDeletion };

async function openGate(
  { oidc, isBusinessFactorRequired }: Config,
  deps: Deps,
  { external, identity, deletion }: Providers,
) {
  const gate = await createSignInGate({
    ...deps,
    oidc,
    identity,
    external: external.provider,
    findCustomerId: createCustomerFinder(deps),
  });
  return requireSecondFactor(deletion.refuseClosed(gate), { isRequired: isBusinessFactorRequired });
}
