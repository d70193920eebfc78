import {
  beginPaymentMethod,
  deletePaymentMethod,
  finishPaymentMethod,
  getPaymentMethods,
  type SetupOutcome,
  setDefaultPaymentMethod,
} from '@keepsake/contracts/account/payment-methods';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
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

type Deps = {
  db: Database;
  clock: Clock;
  hasDemoProvider: boolean;
  /** Notifies the account's owner, if the account is ours. */
  noteEvent: NoteOwnEvent;
};

/** Where the provider's page returns to. */
const RETURN_PATH = '/settings/payment-method';

/** Cards and mandates of customers, as tokens of a provider. */
export function createPaymentMethods({ db, clock, hasDemoProvider, noteEvent }: Deps): Module {
  const provider = hasDemoProvider ? createDemoProvider({ db, clock }) : null;
  const requireProvider = () => {
    if (!provider) throw new Problem('not-found');
    return provider;
  };
  const inTurn = <Result>(customerId: CustomerId, act: (trx: Queryable) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await lockMethods(trx, customerId);
      return act(trx);
    });
  async function requireMethod(trx: Queryable, customerId: CustomerId, methodId: string) {
    const found = (await readMethods(trx, customerId)).find(({ id }) => id === methodId);
    if (!found) throw new Problem('not-found');
    return found;
  }
  /** The provider is asked before the lock is taken: it may take long, and answers repeated questions alike. */
  async function finish(
    customerId: CustomerId,
    setupId: string,
    request: FastifyRequest,
  ): Promise<SetupOutcome> {
    const setup = await findSetup(db, customerId, setupId);
    if (!setup) throw new Problem('not-found');
    const result = await requireProvider().finish(customerId, setup.reference);
    return inTurn(customerId, async (trx) => {
      const now = await findSetup(trx, customerId, setupId);
      if (!now) throw new Problem('not-found');
      if (now.outcome !== null) return now.outcome as SetupOutcome;
      const methods = await readMethods(trx, customerId);
      if (result.outcome === 'added') {
        await insertMethod(trx, customerId, {
          method: result.method,
          isFirst: methods.length === 0,
          now: clock(),
        });
        await noteEvent(trx, { accountId: customerId, kind: 'payment-method-added', request });
      }
      await setOutcome(trx, customerId, result.outcome);
      return result.outcome;
    });
  }
  return {
    tables: TABLES,
    personalData: paymentData({ db, provider }),
    routes: [
      route(getPaymentMethods, async ({ customer: { customerId } }) => ({
        methods: (await readMethods(db, customerId)).map(presentMethod),
        canAdd: provider !== null,
      })),
      route(beginPaymentMethod, async ({ customer: { customerId } }) => {
        const id = newId();
        const { reference, url } = await requireProvider().begin(customerId, `${RETURN_PATH}?setup=${id}`);
        await putSetup(db, customerId, { id, reference, outcome: null });
        return { url };
      }),
      route(finishPaymentMethod, async ({ customer: { customerId }, params, request }) => ({
        outcome: await finish(customerId, params.setupId, request),
      })),
      route(setDefaultPaymentMethod, ({ customer: { customerId }, params: { methodId } }) =>
        inTurn(customerId, async (trx) => {
          await requireMethod(trx, customerId, methodId);
          await setDefault(trx, customerId, methodId);
        }),
      ),
      route(deletePaymentMethod, async ({ customer: { customerId }, params: { methodId }, request }) => {
        const { token } = await requireMethod(db, customerId, methodId);
        // The provider first: otherwise it might keep a token that nobody can remove any more.
        await provider?.detach(customerId, token);
        await inTurn(customerId, async (trx) => {
          if (await removeMethod(trx, customerId, methodId))
            await noteEvent(trx, { accountId: customerId, kind: 'payment-method-removed', request });
          const [next] = await readMethods(trx, customerId);
          if (next && !next.is_default) await setDefault(trx, customerId, next.id);
        });
      }),
      ...(provider?.routes ?? []),
    ],
  };
}
