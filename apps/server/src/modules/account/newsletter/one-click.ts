import { TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyInstance } from 'fastify';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { ignoreForms } from '../../../platform/http/json-bodies.ts';
import { ONE_CLICK } from '../../../platform/http/route-budgets.ts';
import { Problem } from '../../../platform/problem.ts';
import { addressOfPage, defaultChannel } from '../../frame/channels/index.ts';
import { findRecipient } from '../customers/index.ts';
import { unsubscribe } from './change.ts';
import type { Parts } from './deps.ts';

/** Short, because it must fit on one line of a mail's header. */
const PATH = '/u';

/** The address where a customer unsubscribes without a sign-in. */
export const addressToUnsubscribe = (publicUrl: string, token: string) => `${publicUrl}${PATH}/${token}`;

/** Unsubscribes the customer of a token, in a transaction of its own. Throws `not-found` for a token that is not ours. */
export async function unsubscribeWithToken(
  { db, clock, keys, journal }: Pick<Parts, 'db' | 'clock' | 'keys' | 'journal'>,
  token: string,
): Promise<void> {
  const customerId = keys.customerOf(token);
  if (customerId === null) throw new Problem('not-found');
  await retryConflicts(() =>
    db
      .transaction()
      .execute((trx) => unsubscribe(trx, { journal }, { customerId, by: 'one-click', now: clock() })),
  );
}

/**
 * The address in the headers: a POST unsubscribes, without a cookie and without a redirect; a GET, which link scanners send too,
 * leads to a page with a button.
 */
export function mountOneClick(app: FastifyInstance, parts: Parts): void {
  app.register(async (scope) => {
    ignoreForms(scope);
    scope.post<{ Params: { token: string } }>(`${PATH}/:token`, ONE_CLICK, async ({ params }, reply) => {
      await unsubscribeWithToken(parts, params.token);
      return reply.code(204).send();
    });
  });
  app.get<{ Params: { token: string } }>(
    `${PATH}/:token`,
    ONE_CLICK,
    async ({ params: { token } }, reply) => {
      const customerId = parts.keys.customerOf(token);
      const recipient = customerId === null ? null : await findRecipient(parts.db, customerId);
      const { id } = recipient?.channel ?? defaultChannel();
      const page = new URL(addressOfPage(parts.publicUrl, '/newsletter-unsubscribe', id));
      page.searchParams.set(TOKEN_PARAMETER, token);
      return reply.header('cache-control', 'no-store').redirect(page.href);
    },
  );
}
