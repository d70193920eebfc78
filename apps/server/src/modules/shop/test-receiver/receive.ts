import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type CustomerTokens, createCustomerTokens } from '../../../platform/customer-tokens.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { push } from '../../../platform/push.ts';
import { signatureHeaders } from '../../exchange/event-delivery/index.ts';
import { findKey, insertArrival } from './store.ts';

/** Each customer has an address below it. */
export const RECEIVER_PATH = '/test-receiver';
/** Callbacks are far smaller. */
const MAX_BYTES = 64 * 1024;

type Parts = Pick<Platform, 'db' | 'clock'> & { addresses: CustomerTokens };

/** Receives what is posted, as a customer's system would: it recognises our events by the key that the customer entered. */
export function mountReceiver(app: FastifyInstance, { db, clock, addresses }: Parts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      `${RECEIVER_PATH}/:token`,
      { config: { access: 'token', budget: 'usual' } },
      async (request, reply) => {
        const customerId = addresses.customerOf((request.params as { token: string }).token);
        if (!customerId) throw new Problem('not-found');
        const body = typeof request.body === 'string' ? request.body : '';
        const key = await findKey(db, customerId);
        const { headers } = request;
        await insertArrival(db, {
          customerId,
          id: newId(),
          callbackId: String(headers['webhook-id'] ?? '').slice(0, 64),
          receivedAt: clock(),
          type: /\btype"?\s*[=:]\s*"([a-z.-]{1,50})"/.exec(body)?.[1] ?? null,
          contentType: headers['content-type'] ?? '',
          isSignatureGood: key === null ? null : isSigned(headers, body, key),
          body: body.replaceAll('\0', '\ufffd'),
        });
        await push(db, customerId, { type: 'callbacks-changed', data: {} }, clock());
        return reply.code(200).type('text/plain').send('Thank you.');
      },
    );
  });
}

function isSigned(headers: Record<string, unknown>, body: string, key: string): boolean {
  const id = String(headers['webhook-id']);
  const at = new Date(1_000 * Number(headers['webhook-timestamp']));
  const expected = signatureHeaders([key], { id, at, body })['webhook-signature'] ?? '';
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

/** Unguessable addresses, one per customer. */
export const createAddresses = (secret: string): CustomerTokens =>
  createCustomerTokens((id) => createHmac('sha256', secret).update(id).digest());
