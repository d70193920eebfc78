import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { day, id } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';

/** Path of the demo provider's page in the web app. */
export const DEMO_PAYMENTS_PATH = '/demo-payments';
/** How long before a card expires its customer is notified, in days. */
export const CARD_NOTICE_DAYS = 30;

/** A card or a mandate, with what a customer recognises it by [SET-11]. Only the provider has its number. */
export const paymentMethod = z.object({
  id,
  kind: z.enum(['card', 'mandate']),
  /** 'Visa', or the bank of a mandate. */
  brand: z.string(),
  lastFour: z.string(),
  /** The last valid day of a card; null for a method that does not expire. */
  expiresOn: z.nullable(day),
  isDefault: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

const service = 'customers';
const path = '/customers/me/paymentmethods';

/** The default first, then newest first. */
export const getPaymentMethods = endpoint({
  name: 'getPaymentMethods',
  service,
  method: 'GET',
  path,
  response: z.object({
    methods: z.array(paymentMethod),
    /** False where no provider is configured. */
    canAdd: z.boolean(),
  }),
});

/** Returns the address of the provider's page, which leads back to the settings with the id of this setup. */
export const beginPaymentMethod = endpoint({
  name: 'beginPaymentMethod',
  budgets: [{ calls: 30, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: `${path}/setups`,
  recentSignIn: true,
  response: z.object({ url: z.string() }),
  problems: ['not-found'],
});

export const setupOutcome = z.enum(['added', 'declined', 'expired', 'left']);
export type SetupOutcome = z.infer<typeof setupOutcome>;

/** Asks the provider for the outcome of a setup and stores the added method, once however often it is called. */
export const finishPaymentMethod = endpoint({
  name: 'finishPaymentMethod',
  budgets: [{ calls: 60, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: `${path}/setups/{setupId}/finish`,
  params: z.object({ setupId: id }),
  recentSignIn: true,
  response: z.object({ outcome: setupOutcome }),
  sample: ({ setupId }) => ({ params: { setupId } }),
});

export const setDefaultPaymentMethod = endpoint({
  name: 'setDefaultPaymentMethod',
  service,
  method: 'PUT',
  path: `${path}/{methodId}/default`,
  params: z.object({ methodId: id }),
  recentSignIn: true,
  sample: ({ methodId }) => ({ params: { methodId } }),
});

/** If the default is deleted, the newest of the others becomes the default. */
export const deletePaymentMethod = endpoint({
  name: 'deletePaymentMethod',
  service,
  method: 'DELETE',
  path: `${path}/{methodId}`,
  params: z.object({ methodId: id }),
  recentSignIn: true,
  sample: ({ methodId }) => ({ params: { methodId } }),
});

/** Choices on the demo provider's page, named by their outcome; nothing can be typed there. */
export const DEMO_CARDS = ['good', 'confirm', 'ending', 'mandate', 'declined', 'expired'] as const;

/**
 * Reports a choice on the demo provider's page, or that it was left. A card that requires confirmation is declined without one.
 */
export const answerDemoPayment = endpoint({
  name: 'answerDemoPayment',
  service,
  method: 'POST',
  path: '/demo-payments/{sessionId}',
  params: z.object({ sessionId: id }),
  body: z.strictObject({ choice: z.enum([...DEMO_CARDS, 'left']) }),
  response: z.object({ returnTo: z.string() }),
  sample: ({ sessionId }) => ({ params: { sessionId }, body: { choice: 'declined' } }),
});
