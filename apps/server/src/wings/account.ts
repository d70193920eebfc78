import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Config } from '../config/config.ts';
import { EMAIL_CHANGE_TABLES, identityData } from '../modules/account/account-changes/index.ts';
import { ACCOUNT_TABLES } from '../modules/account/accounts/index.ts';
import { createAddresses } from '../modules/account/addresses/index.ts';
import { accountStatusOf, createBusiness, createVies } from '../modules/account/business/index.ts';
import {
  createCustomers,
  deleteCustomer,
  findByEmail,
  findCustomer,
  findCustomerId,
  findSubjects,
} from '../modules/account/customers/index.ts';
import {
  createAccountDeletion,
  createClosedAccounts,
  createErasure,
  refuseClosed,
} from '../modules/account/deletion/index.ts';
import { SESSION_TABLES } from '../modules/account/embedded-provider/index.ts';
import { createExternalProvider } from '../modules/account/external-provider/index.ts';
import { createMailedLinks } from '../modules/account/mailed-links/index.ts';
import { createMyData, type PhotosOfMyData } from '../modules/account/my-data/index.ts';
import { createNewsletter } from '../modules/account/newsletter/index.ts';
import { createOperators } from '../modules/account/operators/index.ts';
import { createPages } from '../modules/account/pages/index.ts';
import { createPaymentMethods } from '../modules/account/payment-methods/index.ts';
import { type NoteOwnEvent, SECURITY_TABLES } from '../modules/account/security/index.ts';
import { createSignInGate, requireSecondFactor } from '../modules/account/sign-in/index.ts';
import { createGalleryConsole } from '../modules/creations/gallery/index.ts';
import type { Callbacks } from '../modules/exchange/event-delivery/index.ts';
import {
  brandOriginsFor,
  defaultChannel,
  findChannel,
  resolveChannel,
  toPublicChannel,
} from '../modules/frame/channels/index.ts';
import { endTransfers } from '../modules/library/phone-transfers/index.ts';
import { findLibraryDeletion } from '../modules/library/photos/index.ts';
import { beginStorage } from '../modules/library/retention/index.ts';
import { bearerTokenOf, customerIdOf, subjectOf } from '../platform/auth.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Module } from '../platform/module.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { readClaims } from '../platform/tokens/claims.ts';
import { createIdentity } from './identity.ts';

export type AccountWing = Awaited<ReturnType<typeof createAccountWing>>;

/** Customers, how they sign in and which tokens give access. */
export async function createAccountWing(
  config: Config,
  platform: Platform,
  personalData: () => readonly PersonalData[],
  photosOfMyData: () => PhotosOfMyData,
  callbacks: () => Pick<Callbacks, 'readChoice' | 'changeChoice'>,
) {
  const { publicUrl, oidc, dataDir } = config;
  const { db } = platform;
  const brandOrigins = brandOriginsFor(publicUrl);
  const external = createExternalProvider({ ...platform, oidc });
  const pages = createPages({
    publicUrl,
    brandOrigins,
    resolveChannel: (requested) => toPublicChannel(resolveChannel(requested)),
  });
  const customers = createCustomers({
    ...platform,
    landingChannel: ({ claim, host }) => (findChannel(claim) ?? resolveChannel({ hostname: host })).id,
    async readIdClaims(caller, request) {
      const token = await gate.readIdToken(caller, request);
      return token && { claims: readClaims(token.payload, oidc.claims), issuedAt: token.payload.iat ?? null };
    },
    async askUserinfo(caller, request) {
      const requested = { token: bearerTokenOf(request), digest: caller.tokenDigest };
      const notified = await external.provider?.askUserinfo(requested);
      const subject = notified && subjectOf(notified);
      if (!notified || !subject || customerIdOf(issuer, subject) !== caller.subjectId) return null;
      return { claims: readClaims(notified, oidc.claims), issuedAt: caller.issuedAt };
    },
    onAddressChanged: (trx, customer) => newsletter.followAddress(trx, customer),
    isProviderExternal: oidc.issuer !== null,
    beginStorage,
    isPhotoDeletionPermitted: async (customerId) => (await findLibraryDeletion(db, customerId)) === null,
    accountStatusOf: (customerId) => accountStatusOf(db, customerId),
    isErased: (customerId) => erasure.isErased(customerId),
    callbacks: {
      read: (customerId) => callbacks().readChoice(customerId),
      change: (...choice) => callbacks().changeChoice(...choice),
    },
    isChangePending: async (customerId) =>
      (await identity?.hasPendingChange(customerId)) || (await deletion.isPending(customerId)),
    changeAccount: async (trx, customerId, change) => identity?.changeAccount(trx, customerId, change),
  });
  const mailedLinks = await createMailedLinks(platform);
  const newsletter = await createNewsletter({
    ...platform,
    publicUrl,
    mail: config.mail,
    createLink: mailedLinks.createLink,
  });
  const identity =
    oidc.issuer === null
      ? await createIdentity({
          ...platform,
          ...oidc,
          publicUrl,
          brandOrigins,
          pages,
          async onAccountChanged(trx, { id, ...account }) {
            await customers.save(trx, { customerId: id, ...account });
            await newsletter.followAddress(trx, { customerId: id, ...account });
          },
          createLink: mailedLinks.createLink,
          isSecondFactorRequired: config.isBusinessFactorRequired,
        })
      : null;
  const noteEvent: NoteOwnEvent = async (...happened) => identity?.noteEvent(...happened);
  const issuer = identity?.issuer ?? oidc.issuer ?? '';
  const isCustomer = async (from: Queryable, customerId: CustomerId) =>
    Boolean(await findCustomer(from, customerId));
  const erasure = await createErasure({
    ...platform,
    issuer,
    personalData,
    isCustomer,
    deleteCustomer,
    findSubjects,
  });
  const deletion = createAccountDeletion({
    ...platform,
    publicUrl,
    issuer,
    createLink: mailedLinks.createLink,
    personalData,
    accounts: identity,
    onAccountClosed: endTransfers,
    isErased: (from, customerId) => erasure.isErased(customerId, from),
    leaveTombstone: erasure.leaveTombstone,
  });
  identity?.closings.register(deletion);
  const closedAccounts = await createClosedAccounts({
    ...platform,
    isErased: (customerId) => erasure.isErased(customerId),
  });
  const closable = refuseClosed(
    await createSignInGate({
      ...platform,
      identity,
      external: external.provider,
      oidc,
      findCustomerId: (caller) => findCustomerId(db, caller, platform.clock()),
      publicUrl,
      brandOrigins,
    }),
    closedAccounts,
  );
  const gate = requireSecondFactor(closable, { isRequired: config.isBusinessFactorRequired });
  const paymentMethods = createPaymentMethods({
    ...platform,
    hasDemoProvider: config.hasDemoShop,
    noteEvent,
  });
  const addresses = createAddresses({ ...platform, requireCustomer: customers.requireCustomer });
  const myData = createMyData({
    ...platform,
    dataDir,
    publicUrl,
    personalData,
    photos: photosOfMyData,
    noteEvent,
  });
  const business = createBusiness({
    ...platform,
    publicUrl,
    askVies: config.vies && createVies(config.vies),
    requireCustomer: customers.requireCustomer,
  });
  const operators = await createOperators({
    ...platform,
    publicUrl,
    appearances: pages.appearances,
    createLink: mailedLinks.createLink,
    gallery: createGalleryConsole({ ...platform, publicUrl }),
  });
  const findOwners = (emails: readonly string[]) => findByEmail(db, emails, { withClosed: true });
  const modules: Module[] = [
    pages,
    customers,
    business,
    addresses,
    paymentMethods,
    myData,
    mailedLinks,
    deletion,
    erasure,
    { tables: ACCOUNT_TABLES },
    { tables: SECURITY_TABLES },
    { tables: SESSION_TABLES },
    { tables: EMAIL_CHANGE_TABLES, personalData: identityData({ ...platform, findByEmail: findOwners }) },
    newsletter,
    operators,
    ...(identity?.modules ?? []),
    external,
  ];
  return {
    modules,
    identity,
    importSubscription: newsletter.importSubscription,
    gate,
    noteEvent,
    isErased: (from: Queryable, customerId: CustomerId) => erasure.isErased(customerId, from),
    brandOrigins,
    timeZoneOf: async (customerId: CustomerId) =>
      (findChannel(await customers.channelOf(customerId)) ?? defaultChannel()).timeZone,
  };
}
