import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  getCallbackSettings,
  getCallbacks,
  makeCallbackKey,
  recoverCallbacks,
  replayCallback,
  testCallback,
} from '@keepsake/contracts/exchange/callbacks';
import type { FastifyInstance } from 'fastify';
import { ago } from '../../../../platform/clock.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { createOnce } from '../../../../platform/idempotency.ts';
import type { Module } from '../../../../platform/module.ts';
import { Problem } from '../../../../platform/problem.ts';
import { type CallbackChoices, findCustomer } from '../../../account/customers/index.ts';
import { defaultChannel } from '../../../frame/channels/index.ts';
import { notifyCustomer } from '../queue-events.ts';
import { EVENTS_RETENTION_MS } from '../store.ts';
import type { CallbackDeps } from './deps.ts';
import { listCallbacks, sendAgain } from './log.ts';
import { callbackData, TABLES } from './personal-data.ts';
import { isOn } from './receivers.ts';
import { changeChoice, makeKey, readChoice, readSettings } from './settings.ts';
import { findEndpoint } from './store.ts';

export { createKeyring } from './keys.ts';

/** Callbacks to business customers' own systems: their address, its keys, and the outcome of each callback. */
export function createCallbacks(deps: CallbackDeps): Module & CallbackChoices {
  const { db } = deps;
  return {
    routes: callbackRoutes(deps),
    mount: mountSchemas,
    tables: TABLES,
    expires: [{ table: 'callback_tries', column: 'tried_at', before: ago(EVENTS_RETENTION_MS) }],
    personalData: callbackData(deps),
    readChoice: (customerId) => readChoice(db, customerId),
    changeChoice: (trx, customerId, choice) => changeChoice(deps, trx, customerId, choice),
  };
}

/** The calls by which business customers manage their callback address. */
function callbackRoutes(deps: CallbackDeps): Route[] {
  return [
    route(getCallbackSettings, ({ customer }) => readSettings(deps, customer.customerId)),
    route(makeCallbackKey, ({ customer, request }) => makeKey(deps, customer.customerId, request)),
    route(testCallback, ({ customer, attempt }) => {
      const customerId = customer.customerId;
      return createOnce(deps, { customer, attempt }, async (trx) => {
        const endpoint = await findEndpoint(trx, customerId);
        if (!endpoint || !isOn(endpoint)) throw new Problem('conflict');
        const channel = (await findCustomer(trx, customerId))?.channel ?? defaultChannel().id;
        const data = { customerId, channel, message: 'This is a test.' };
        const callbackId = await notifyCustomer(deps, trx, customerId, { type: 'test', data });
        return { callbackId: callbackId ?? '' };
      });
    }),
    route(getCallbacks, ({ customer, query }) =>
      listCallbacks(deps, { customerId: customer.customerId, ...query }),
    ),
    route(replayCallback, async ({ customer, params: { callbackId } }) => {
      const count = await sendAgain(deps, { customerId: customer.customerId, id: callbackId });
      if (count === 0) throw new Problem('not-found');
    }),
    route(recoverCallbacks, async ({ customer, body: { since } }) => ({
      count: await sendAgain(deps, { customerId: customer.customerId, failedSince: new Date(since) }),
    })),
  ];
}

const FOLDER = path.resolve(import.meta.dirname, '../../../../../../../docs/schemas');
/** The formats of data exchanged with businesses, as published in docs. */
const SCHEMAS = {
  'callbacks.schema.json': 'application/schema+json; charset=utf-8',
  'callbacks.xsd': 'application/xml; charset=utf-8',
  'orders.xsd': 'application/xml; charset=utf-8',
} as const;

/** `/schemas/…`: linked from the pages for businesses. */
function mountSchemas(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(SCHEMAS)) {
    app.get(`/schemas/${name}`, { config: { access: 'public' } }, async (_request, reply) =>
      reply.type(type).send(await readFile(path.join(FOLDER, name))),
    );
  }
}
