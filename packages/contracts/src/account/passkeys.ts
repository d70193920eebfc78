import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { id, instant, label } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { normaliseName } from './personal-details.ts';

const service = 'identity';
const own = { type: z.string().check(z.minLength(1), z.maxLength(40)), sub: id };

/** Maximum passkeys per account. */
export const MAX_PASSKEYS = 10;
/** Maximum length of a passkey's name, in characters. */
export const MAX_PASSKEY_NAME = 60;

const ownPasskey = z.object({ ...own, passkeyId: id });

const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
  /** Whether it is synced beyond its device, for example by a password manager, as of its last use. */
  isBackedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** The customer's passkeys, oldest first. 404 where a provider of the retailer's own keeps the account. */
export const getPasskeys = endpoint({
  name: 'getPasskeys',
  service,
  method: 'GET',
  path: '/v2/identities/{type}/{sub}/passkeys',
  params: z.object(own),
  response: z.object({
    passkeys: z.array(passkey),
    /** False where browsers do not allow passkeys: the installation is addressed by IP address or over http. */
    canAdd: z.boolean(),
  }),
  sample: ({ identityType, customerId }) => ({ params: { type: identityType, sub: customerId } }),
});

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  service,
  method: 'PATCH',
  path: '/v2/identities/{type}/{sub}/passkeys/{passkeyId}',
  params: ownPasskey,
  body: z.object({
    name: z.pipe(
      z.pipe(z.string().check(z.maxLength(2_000)), z.transform(normaliseName)),
      label.check(z.maxLength(MAX_PASSKEY_NAME)),
    ),
  }),
  sample: ({ identityType, customerId, passkeyId }) => ({
    params: { type: identityType, sub: customerId, passkeyId },
    body: { name: 'Laptop' },
  }),
});

/** Revokes a passkey immediately; one that is already gone is no error. */
export const removePasskey = endpoint({
  name: 'removePasskey',
  budgets: [{ calls: 60, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'DELETE',
  path: '/v2/identities/{type}/{sub}/passkeys/{passkeyId}',
  recentSignIn: true,
  params: ownPasskey,
  sample: ({ identityType, customerId, passkeyId }) => ({
    params: { type: identityType, sub: customerId, passkeyId },
  }),
});
