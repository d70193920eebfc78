import {
  getCallbackSettings,
  getCallbacks,
  makeCallbackKey,
  recoverCallbacks,
  replayCallback,
  testCallback,
} from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import { Problem } from '../../../platform/problem.ts';
import { findCustomer } from '../../account/customers/index.ts';
import { defaultChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { listCallbacks, sendAgain } from './log.ts';
import { isOn } from './receivers.ts';
import { makeKey, readSettings } from './settings.ts';
import { findEndpoint } from './store.ts';

/** The calls by which business customers manage their callback address. */
export function callbackRoutes(deps: Deps): Route[] {
  return [
    route(getCallbackSettings, ({ customer }) => readSettings(deps, customer.customerId)),
    route(makeCallbackKey, ({ customer }) => makeKey(deps, customer.customerId)),
    route(testCallback, ({ customer, attempt }) => {
      const userId = customer.customerId;
      return createOnce(deps, { customer, attempt }, async (trx) => {
        const endpoint = await findEndpoint(trx, userId);
        if (!endpoint || !isOn(endpoint)) throw new Problem('conflict');
        const channel = (await findCustomer(trx, userId))?.channel ?? defaultChannel().id;
        const data = { customerId: userId, channel, message: 'This is a test.' };
        const callbackId = await deps.notifyCustomer(trx, userId, { type: 'test', data });
        return { callbackId: callbackId ?? '' };
      });
    }),
    route(getCallbacks, ({ customer, query }) =>
      listCallbacks(deps, { userId: customer.customerId, ...query }),
    ),
    route(replayCallback, async ({ customer, params: { callbackId } }) => {
      const count = await sendAgain(deps, { userId: customer.customerId, id: callbackId });
      if (count === 0) throw new Problem('not-found');
    }),
    route(recoverCallbacks, async ({ customer, body: { since } }) => ({
      count: await sendAgain(deps, { userId: customer.customerId, failedSince: new Date(since) }),
    })),
  ];
}
