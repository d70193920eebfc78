import {
  beginPaymentMethod,
  deletePaymentMethod,
  finishPaymentMethod,
  getPaymentMethods,
  type SetupOutcome,
  setDefaultPaymentMethod,
  setupOutcome,
} from '@keepsake/contracts/account/payment-methods';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import { inTurn, type Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import type { NoteOwnEvent } from '../security/index.ts';
import { createDemoProvider } from './demo-provider.ts';
import { paymentData, TABLES } from './personal-data.ts';
import {
  findSetup,
  insertMethod,
  lockMethods,
  presentMethod,
  putSetup,
  readMethods,
  removeMethod,
  setDefault,
  setOutcome,
} from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  hasDemoProvider: boolean;
  /** Notifies the account's owner, if the account is ours. */
  noteEvent: NoteOwnEvent;
};

/** Where the provider's page returns to. */
const RETURN_PATH = '/settings/payment-method';

/** Cards and mandates of customers, as tokens of a provider. */
export function createPaymentMethods({ hasDemoProvider, ...deps }: Deps): Module {
  const provider = hasDemoProvider ? createDemoProvider(deps) : null;
  const parts = { ...deps, provider };
  return {
    tables: TABLES,
    personalData: paymentData(parts),
    routes: [...setupRoutes(parts), ...methodRoutes(parts), ...(provider?.routes ?? [])],
  };
}

type Parts = Omit<Deps, 'hasDemoProvider'> & { provider: ReturnType<typeof createDemoProvider> | null };

/** Calls that add a method, by a visit to the provider's page. */
function setupRoutes(parts: Parts): Route[] {
  return [
    route(beginPaymentMethod, async ({ customer: { customerId } }) => {
      const id = newId();
      const provider = requireProvider(parts);
      const { reference, url } = await provider.begin(customerId, `${RETURN_PATH}?setup=${id}`);
      await putSetup(parts.db, customerId, { id, reference, outcome: null });
      return { url };
    }),
    route(finishPaymentMethod, async ({ customer: { customerId }, params, request }) => ({
      outcome: await finish(parts, { customerId, setupId: params.setupId, request }),
    })),
  ];
}

function methodRoutes({ db, provider, noteEvent }: Parts): Route[] {
  return [
    route(getPaymentMethods, async ({ customer: { customerId } }) => ({
      methods: (await readMethods(db, customerId)).map(presentMethod),
      canAdd: provider !== null,
    })),
    route(setDefaultPaymentMethod, ({ customer: { customerId }, params: { methodId } }) =>
      inTurn(db, { lock: lockMethods, customerId }, async (trx) => {
        await requireMethod(trx, customerId, methodId);
        await setDefault(trx, customerId, methodId);
      }),
    ),
    route(deletePaymentMethod, async ({ customer: { customerId }, params: { methodId }, request }) => {
      const { token } = await requireMethod(db, customerId, methodId);
      // The provider first: otherwise it might keep a token that nobody can remove any more.
      await provider?.detach(customerId, token);
      await inTurn(db, { lock: lockMethods, customerId }, async (trx) => {
        if (await removeMethod(trx, customerId, methodId))
          await noteEvent(trx, { customerId, kind: 'payment-method-removed', request });
        const [next] = await readMethods(trx, customerId);
        if (next && !next.is_default) await setDefault(trx, customerId, next.id);
      });
    }),
  ];
}

type Returned = { customerId: CustomerId; setupId: string; request: FastifyRequest };

/** The provider is asked before the lock is taken: it may take long, and answers repeated questions alike. */
async function finish(parts: Parts, { customerId, setupId, request }: Returned): Promise<SetupOutcome> {
  const { db, clock, noteEvent } = parts;
  const { reference } = await requireSetup(db, customerId, setupId);
  const result = await requireProvider(parts).finish(customerId, reference);
  return inTurn(db, { lock: lockMethods, customerId }, async (trx) => {
    const now = await requireSetup(trx, customerId, setupId);
    if (now.outcome !== null) return parseStoredColumn(setupOutcome, now.outcome, `the setup ${setupId}`);
    const isFirst = (await readMethods(trx, customerId)).length === 0;
    if (result.outcome === 'added') {
      await insertMethod(trx, customerId, { method: result.method, isFirst, now: clock() });
      await noteEvent(trx, { customerId, kind: 'payment-method-added', request });
    }
    await setOutcome(trx, customerId, result.outcome);
    return result.outcome;
  });
}

function requireProvider({ provider }: Pick<Parts, 'provider'>) {
  if (!provider) throw new Problem('not-found');
  return provider;
}

async function requireSetup(from: Queryable, customerId: CustomerId, setupId: string) {
  const found = await findSetup(from, customerId, setupId);
  if (!found) throw new Problem('not-found');
  return found;
}

async function requireMethod(from: Queryable, customerId: CustomerId, methodId: string) {
  const found = (await readMethods(from, customerId)).find(({ id }) => id === methodId);
  if (!found) throw new Problem('not-found');
  return found;
}
