import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Config } from '../config/config.ts';
import { isActiveBusinessSql } from '../modules/account/business/index.ts';
import {
  createCallbacks,
  createEventDelivery,
  createKeyring,
  type GiveUp,
  type Receiver,
} from '../modules/exchange/event-delivery/index.ts';
import { createMerchandise } from '../modules/exchange/merchandise/index.ts';
import { createSentFiles } from '../modules/exchange/sent-files/index.ts';
import type { Platform } from '../platform/platform.ts';
import { callSlot, createSlot } from '../platform/slot.ts';
import type { AccountWing } from './account.ts';

export type ExchangeWing = Awaited<ReturnType<typeof createExchangeWing>>;

/** What the retailer's systems exchange with us: what is sold, and events for shops, production and customers' own systems. */
export async function createExchangeWing(
  config: Config,
  platform: Platform,
  account: Pick<AccountWing, 'noteEvent' | 'slots'>,
) {
  const merchandise = await createMerchandise({ ...platform, file: config.merchandiseFile });
  const sentFiles = createSentFiles({ ...platform, dataDir: config.dataDir });
  const configured = receiversIn(config);
  const slots = createSlots();
  const parts = {
    ...platform,
    prepared: platform.connection.prepared,
    keys: createKeyring(await platform.secrets.read('callback-keys')),
    publicUrl: config.publicUrl,
    noteEvent: account.noteEvent,
    proxy: config.egressProxy,
    isLoopbackAllowed: config.isLoopbackAllowed,
    mayReceiveSql: isActiveBusinessSql,
    testReceiverUrlOf: callSlot(slots.testReceiverUrlOf),
  };
  const eventDelivery = createEventDelivery({
    ...parts,
    receivers: () => ({ ...configured, ...slots.ownReceivers.get() }),
    onGivenUp: callSlot(slots.onGivenUp),
  });
  const callbacks = createCallbacks(parts);
  account.slots.callbacks.fill(callbacks);
  return {
    modules: [merchandise, sentFiles, eventDelivery, callbacks],
    merchandise,
    sentFiles,
    eventDelivery,
    slots,
  };
}

/** What later wings give this one. */
const createSlots = () => ({
  ownReceivers: createSlot<Record<string, Receiver>>('receivers of events within Keepsake'),
  onGivenUp: createSlot<GiveUp>('what becomes of events that are given up'),
  testReceiverUrlOf: createSlot<(id: CustomerId) => string | null>('where callbacks are tried'),
});

/** The retailer's systems that receive events, by service. */
const receiversIn = ({ webhooks, egressProxy: proxy }: Config): Record<string, Receiver> =>
  Object.fromEntries(Object.entries(webhooks).map(([name, webhook]) => [name, { ...webhook, proxy }]));
