import { getCallbackArrivals, setTestReceiverKey } from '@keepsake/contracts/exchange/callbacks';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import type { DeclaredData } from '../../../platform/personal-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { push } from '../../../platform/push.ts';
import type { Tables } from '../../../platform/tables.ts';
import { createAddresses, mountReceiver, RECEIVER_PATH } from './receive.ts';
import { findKey, readArrivals, saveKey } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & { publicUrl: string };

export type TestReceiver = Module & {
  /** The customer's own address there. */
  urlOf(customerId: CustomerId): string;
};

/**
 * Stands in for a business customer's own system while somebody tries out Keepsake: it shows what arrived, and whether it came
 * from us.
 */
export async function createTestReceiver({ db, clock, secrets, publicUrl }: Deps): Promise<TestReceiver> {
  const addresses = createAddresses(await secrets.read('test-receiver'));
  return {
    urlOf: (customerId) => `${publicUrl}${RECEIVER_PATH}/${addresses.tokenFor(customerId)}`,
    mount: (app) => mountReceiver(app, { db, clock, addresses }),
    tables: TEST_RECEIVER_TABLES,
    personalData: TEST_RECEIVER_DATA,
    routes: [
      route(getCallbackArrivals, async ({ customer: { customerId } }) => ({
        hasKey: (await findKey(db, customerId)) !== null,
        arrivals: (await readArrivals(db, customerId)).map((row) => ({
          callbackId: row.callback_id,
          receivedAt: row.received_at.toISOString(),
          type: row.type,
          contentType: row.content_type,
          isSignatureGood: row.is_signature_good,
          body: row.body,
        })),
      })),
      route(setTestReceiverKey, async ({ customer: { customerId }, body: { key } }) => {
        await saveKey(db, customerId, key);
        await push(db, customerId, { type: 'callbacks-changed', data: {} }, clock());
      }),
    ],
  };
}

export const TEST_RECEIVER_TABLES: Tables = {
  test_receivers: { customer: 'user_id' },
  test_receiver_arrivals: { customer: 'user_id' },
};

/** What arrived there, even after it was switched off. */
export const TEST_RECEIVER_DATA: DeclaredData = { area: 'test-receiver' };
