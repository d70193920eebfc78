import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Config } from '../config/config.ts';
import { createAddresses } from '../modules/account/addresses/index.ts';
import { accountStatusOf, createBusiness, createVies } from '../modules/account/business/index.ts';
import {
  type BeginStorage,
  type CallbackChoices,
  createCustomers,
} from '../modules/account/customers/index.ts';
import type { OnAccountClosed } from '../modules/account/deletion/index.ts';
import { createMailedLinks } from '../modules/account/mailed-links/index.ts';
import { createMyData, type PhotosOfMyData } from '../modules/account/my-data/index.ts';
import { createNewsletter, type Newsletter } from '../modules/account/newsletter/index.ts';
import { createOperators, type GalleryConsole } from '../modules/account/operators/index.ts';
import { createPages } from '../modules/account/pages/index.ts';
import { createPaymentMethods } from '../modules/account/payment-methods/index.ts';
import {
  createReturnedMails,
  findReturnedAt,
  type OnMailReturned,
} from '../modules/account/returned-mails/index.ts';
import {
  brandOriginsFor,
  findChannel,
  resolveChannel,
  toPublicChannel,
} from '../modules/frame/channels/index.ts';
import type { Module } from '../platform/module.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import type { Platform } from '../platform/platform.ts';
import { callSlot, createSlot } from '../platform/slot.ts';
import { type Access, createAccess } from './access.ts';
import type { FrameWing } from './frame.ts';

export type AccountWing = Awaited<ReturnType<typeof createAccountWing>>;

/** Customers, how they sign in and which tokens give access. */
export async function createAccountWing(config: Config, platform: Platform, frame: FrameWing) {
  const { publicUrl } = config;
  const slots = createSlots();
  const base = { ...platform, publicUrl, brandOrigins: brandOriginsFor(publicUrl) };
  const pages = createPages({ ...base, resolveChannel: (of) => toPublicChannel(resolveChannel(of)) });
  const mailedLinks = await createMailedLinks(platform);
  const { createLink } = mailedLinks;
  const newsletter = await createNewsletter({ ...base, mail: config.mail, createLink });
  const access = await createAccess(config, { ...base, pages, createLink, newsletter, slots });
  frame.slots.identityFor.fill(access.gate.identityFor);
  const customers = openCustomers(platform, access, { newsletter, slots });
  const operators = await createOperators({
    ...base,
    appearances: pages.appearances,
    createLink,
    gallery: slots.gallery.get,
  });
  const owned = { access, slots, newsletter, requireCustomer: customers.requireCustomer };
  const modules: Module[] = [
    pages,
    customers,
    ...createOwnModules(config, platform, owned),
    mailedLinks,
    ...access.modules,
    newsletter,
    operators,
  ];
  return {
    modules,
    slots,
    identity: access.identity,
    gate: access.gate,
    noteEvent: access.noteEvent,
    isErased: access.deletion.isErased,
    importSubscription: newsletter.importSubscription,
    brandOrigins: base.brandOrigins,
    timeZoneOf: customers.timeZoneOf,
  };
}

type Slots = ReturnType<typeof createSlots>;

/** What later wings give this one. */
const createSlots = () => ({
  personalData: createSlot<readonly PersonalData[]>('what the modules keep of customers'),
  photosOfMyData: createSlot<PhotosOfMyData>('the photos of my data'),
  callbacks: createSlot<CallbackChoices>('where callbacks go'),
  beginStorage: createSlot<BeginStorage>('how the storage of a customer begins'),
  isPhotoDeletionPermitted: createSlot<(id: CustomerId) => Promise<boolean>>('whether photos may be deleted'),
  onAccountClosed: createSlot<OnAccountClosed>('what ends with an account'),
  onMailReturned: createSlot<OnMailReturned>('what follows when storage warnings come back'),
  gallery: createSlot<GalleryConsole>('what operators do with galleries'),
});

type Followers = { newsletter: Newsletter; slots: Slots };

function openCustomers(
  platform: Platform,
  { provider, identity, deletion }: Access,
  { newsletter, slots }: Followers,
) {
  const { db } = platform;
  return createCustomers({
    ...platform,
    landingChannel: ({ claim, host }) => (findChannel(claim) ?? resolveChannel({ hostname: host })).id,
    provider,
    onAddressChanged: newsletter.followAddress,
    beginStorage: callSlot(slots.beginStorage),
    isPhotoDeletionPermitted: callSlot(slots.isPhotoDeletionPermitted),
    isErased: deletion.isErased,
    findReturnedAt: (customerId, email) => findReturnedAt(db, customerId, email),
    isChangePending: async (customerId) =>
      (await identity?.hasPendingChange(customerId)) || (await deletion.isPending(customerId)),
    callbacks: slots.callbacks.get,
    accountStatusOf: (customerId) => accountStatusOf(db, customerId),
    changeAccount: async (trx, customerId, change) => identity?.changeAccount(trx, customerId, change),
  });
}

type Own = Followers & {
  access: Access;
  requireCustomer: ReturnType<typeof createCustomers>['requireCustomer'];
};

/** What customers keep in their accounts. */
function createOwnModules(
  { publicUrl, dataDir, vies, hasDemoShop }: Config,
  platform: Platform,
  { access: { noteEvent }, slots, newsletter, requireCustomer }: Own,
): Module[] {
  return [
    createBusiness({ ...platform, publicUrl, askVies: vies && createVies(vies), requireCustomer }),
    createAddresses({ ...platform, requireCustomer }),
    createReturnedMails({
      ...platform,
      stopNewsletters: newsletter.stopNewsletters,
      onMailReturned: callSlot(slots.onMailReturned),
    }),
    createPaymentMethods({ ...platform, hasDemoProvider: hasDemoShop, noteEvent }),
    createMyData({
      ...platform,
      dataDir,
      publicUrl,
      personalData: slots.personalData.get,
      photos: slots.photosOfMyData.get,
      noteEvent,
    }),
  ];
}
