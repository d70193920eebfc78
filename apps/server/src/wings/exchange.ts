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
import { findChannel } from '../modules/frame/channels/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { AccountWing } from './account.ts';

export type ExchangeWing = Awaited<ReturnType<typeof createExchangeWing>>;

/** What the retailer's systems exchange with us: what is sold, and events for shops, production and customers' own systems. */
export async function createExchangeWing(
  config: Config,
  platform: Platform,
  account: Pick<AccountWing, 'noteEvent' | 'slots'>,
) {
  const merchandise = await createMerchandise({ ...platform, file: config.merchandiseFile });
  const receivers = receiversIn(config);
  /** Later wings add what happens to their events that are given up. */
  const givingUp: GiveUp[] = [];
  /** Later wings add addresses of this platform that receive a customer's callbacks for trial. */
  const trialAddresses: ((customerId: CustomerId) => string)[] = [];
  const parts = {
    ...platform,
    prepared: platform.connection.prepared,
    keys: createKeyring(await platform.secrets.read('callback-keys')),
    publicUrl: config.publicUrl,
    noteEvent: account.noteEvent,
    proxy: config.egressProxy,
    isLoopbackAllowed: config.isLoopbackAllowed,
    mayReceiveSql: isActiveBusinessSql,
    testReceiverUrlOf: (customerId: CustomerId) => trialAddresses[0]?.(customerId) ?? null,
  };
  const eventDelivery = createEventDelivery({ ...parts, receivers, onGivenUp: giveUpBy(givingUp) });
  const callbacks = createCallbacks(parts);
  account.slots.callbacks.fill(callbacks);
  return {
    modules: [merchandise, eventDelivery, callbacks],
    merchandise,
    eventDelivery,
    /** By service; later wings add theirs. */
    receivers,
    givingUp,
    trialAddresses,
    isKnownChannel: (id: string) => findChannel(id)?.id === id,
  };
}

/** The retailer's systems that receive events, by service. */
const receiversIn = ({ webhooks, egressProxy: proxy }: Config): Record<string, Receiver> =>
  Object.fromEntries(Object.entries(webhooks).map(([name, webhook]) => [name, { ...webhook, proxy }]));

/** Has the first that knows an event do what becomes of it. */
const giveUpBy =
  (givingUp: readonly GiveUp[]): GiveUp =>
  async (trx, event) => {
    for (const giveUp of givingUp) if (await giveUp(trx, event)) return true;
    return false;
  };
