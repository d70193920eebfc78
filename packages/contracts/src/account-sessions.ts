import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, ownAccount } from './fields.ts';

const service = 'identity';
const accountSession = z.object({
  id,
  /** Such as 'Firefox' and 'Windows'; null where the device did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  device: z.nullable(z.enum(['phone', 'tablet', 'computer'])),
  signedInAt: instant,
  /** To about ten minutes: when its last token was made. */
  lastUsedAt: instant,
  /** The one that asks. */
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
});

/** Signs another device out, at once; one that is out already is no error. */
export const endAccountSession = endpoint({
  name: 'endAccountSession',
  service,
  method: 'DELETE',
  path: '/v2/identities/{type}/{sub}/sessions/{sessionId}',
  recentSignIn: true,
  params: z.object({ ...ownAccount, sessionId: id }),
});

/** Signs all devices out but the one that asks. */
export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  service,
  method: 'POST',
  path: '/v2/identities/{type}/{sub}/sessions/actions/end-others',
  recentSignIn: true,
  params: z.object(ownAccount),
});
