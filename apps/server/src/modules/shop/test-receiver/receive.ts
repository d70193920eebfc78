import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import type { FastifyInstance } from 'fastify';
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

type Parts = Pick<Platform, 'db' | 'clock'> & { addresses: ReturnType<typeof createAddresses> };

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

const ID_BYTES = 16;
const MAC_BYTES = 16;

/** Unguessable addresses, one per customer. */
export function createAddresses(secret: string) {
  const seal = (id: Buffer) => createHmac('sha256', secret).update(id).digest().subarray(0, MAC_BYTES);
  return {
    tokenFor(customerId: CustomerId): string {
      const id = Buffer.from(customerId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, seal(id)]).toString('base64url');
    },
    /** The customer of a token; null if it is not ours. */
    customerOf(token: string): CustomerId | null {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), seal(id))) return null;
      return customerIdSchema.parse(id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
    },
  };
}
