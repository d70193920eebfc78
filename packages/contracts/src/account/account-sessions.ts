import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { id, instant, ownAccount } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';

const service = 'identity';
const accountSession = z.object({
  id,
  /** Such as 'Firefox' and 'Windows'; null if the device did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  device: z.nullable(z.enum(['phone', 'tablet', 'computer'])),
  signedInAt: instant,
  /** When the last token was issued, which is accurate to about ten minutes. */
  lastUsedAt: instant,
  /** Whether it is the caller's own session. */
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

/** Where the customer is signed in, the caller's session first. 404 where a provider of the retailer's own keeps the account. */
export const getAccountSessions = endpoint({
  name: 'getAccountSessions',
  service,
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/sessions',
  params: z.object(ownAccount),
  response: z.object({ sessions: z.array(accountSession) }),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/** Signs another device out immediately; a session that has already ended is no error. */
export const endAccountSession = endpoint({
  name: 'endAccountSession',
  service,
  method: 'DELETE',
  path: '/v2/identities/{type}/{sub}/sessions/{sessionId}',
  recentSignIn: true,
  params: z.object({ ...ownAccount, sessionId: id }),
  sample: ({ identityType, customerId, sessionId }) => ({
    params: { type: identityType, sub: customerId, sessionId },
  }),
});

/** Signs out all devices except the caller's. */
export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  budgets: [{ calls: 30, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/sessions/actions/end-others',
  recentSignIn: true,
  params: z.object(ownAccount),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

/**
 * Revokes the caller's access token on every node, before a retailer's own provider is asked to end its session, so that it is
 * refused whether that provider notifies us or not. Absent where accounts are kept here.
 */
export const endSession = endpoint({
  name: 'endSession',
  service: 'identity',
  method: 'POST',
  path: '/sessions/own/actions/end',
  isForClosed: true,
});
