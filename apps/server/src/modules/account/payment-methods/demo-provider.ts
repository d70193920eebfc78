import { answerDemoPayment, DEMO_PAYMENTS_PATH } from '@keepsake/contracts/account/payment-methods';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { PaymentProvider, ProvidedMethod, SetupResult } from './provider.ts';

type Parts = { db: Database; clock: Clock };

/** A provider for people trying out Keepsake: its page offers test cards with different outcomes. */
export function createDemoProvider({ db, clock }: Parts): PaymentProvider & { routes: Route[] } {
  const find = (customerId: CustomerId, id: string) =>
    db.selectFrom('demo_payment_sessions').selectAll().where('user_id', '=', customerId).where('id', '=', id);
  return {
    async begin(customerId, returnTo) {
      const id = newId();
      const sessions = db.deleteFrom('demo_payment_sessions').where('user_id', '=', customerId);
      await sessions.where('choice', 'is', null).execute();
      await db
        .insertInto('demo_payment_sessions')
        .values({ user_id: customerId, id, return_to: returnTo })
        .execute();
      return { reference: id, url: `${DEMO_PAYMENTS_PATH}?session=${id}` };
    },
    async finish(customerId, reference) {
      const session = await find(customerId, reference).executeTakeFirst();
      return resultOf(session?.choice ?? 'left', { token: reference, now: clock() });
    },
    async detach(customerId, token) {
      if (!isId(token)) return;
      const sessions = db.deleteFrom('demo_payment_sessions').where('user_id', '=', customerId);
      await sessions.where('id', '=', token).execute();
    },
    routes: [
      route(answerDemoPayment, async ({ customer: { customerId }, params, body }) => {
        // The first answer counts: an added card cannot become another one.
        await db
          .updateTable('demo_payment_sessions')
          .set({ choice: body.choice })
          .where('user_id', '=', customerId)
          .where('id', '=', params.sessionId)
          .where('choice', 'is', null)
          .execute();
        const session = await find(customerId, params.sessionId).executeTakeFirst();
        if (!session) throw new Problem('not-found');
        return { returnTo: session.return_to };
      }),
    ],
  };
}

function resultOf(choice: string, { token, now }: { token: string; now: Date }): SetupResult {
  const added = (method: Omit<ProvidedMethod, 'token'>) =>
    ({ outcome: 'added', method: { token, ...method } }) as const;
  switch (choice) {
    case 'good':
      return added({ kind: 'card', brand: 'Visa', lastFour: '4242', expiresOn: endOfMonth(now, 36) });
    case 'confirm':
      return added({ kind: 'card', brand: 'Mastercard', lastFour: '3155', expiresOn: endOfMonth(now, 24) });
    case 'ending':
      return added({ kind: 'card', brand: 'Visa', lastFour: '0069', expiresOn: endOfMonth(now, 0) });
    case 'mandate':
      return added({ kind: 'mandate', brand: 'Demobank', lastFour: '3000', expiresOn: null });
    case 'declined':
    case 'expired':
      return { outcome: choice };
    default:
      return { outcome: 'left' };
  }
}

/** The last day of the month this many months ahead, YYYY-MM-DD. */
function endOfMonth(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 1, 0))
    .toISOString()
    .slice(0, 10);
}
