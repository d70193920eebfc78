import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, id } from './fields.ts';

/** Where the web app shows the page of the demo provider. */
export const DEMO_PAYMENTS_PATH = '/demo-payments';
/** How long before a card ends its customer is told, in days. */
export const CARD_NOTICE_DAYS = 30;

/** A card or a mandate, by what a customer recognises it by [SET-11]. Its number is nowhere but at the provider. */
export const paymentMethod = z.object({
  id,
  kind: z.enum(['card', 'mandate']),
  /** 'Visa', or the bank of a mandate. */
  brand: z.string(),
  lastFour: z.string(),
  /** The last day of a card; null for what does not end by itself. */
  expiresOn: z.nullable(day),
  isDefault: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

const service = 'customers';
const path = '/customers/me/paymentmethods';

/** The default first, then the newest. */
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

/** Gives the address of the provider's page, which leads back to the settings with the id of this setup. */
export const beginPaymentMethod = endpoint({
  name: 'beginPaymentMethod',
  service,
  method: 'POST',
  path: `${path}/setups`,
  recentSignIn: true,
  response: z.object({ url: z.string() }),
});

const setupOutcome = z.enum(['added', 'declined', 'expired', 'left']);
export type SetupOutcome = z.infer<typeof setupOutcome>;

/** Asks the provider what became of a setup, and keeps what was added; once, however often it is called. */
export const finishPaymentMethod = endpoint({
  name: 'finishPaymentMethod',
  service,
  method: 'POST',
  path: `${path}/setups/{setupId}/finish`,
  params: z.object({ setupId: id }),
  recentSignIn: true,
  response: z.object({ outcome: setupOutcome }),
});

export const setDefaultPaymentMethod = endpoint({
  name: 'setDefaultPaymentMethod',
  service,
  method: 'PUT',
  path: `${path}/{methodId}/default`,
  params: z.object({ methodId: id }),
  recentSignIn: true,
});

/** The newest of the others takes the place of a default. */
export const deletePaymentMethod = endpoint({
  name: 'deletePaymentMethod',
  service,
  method: 'DELETE',
  path: `${path}/{methodId}`,
  params: z.object({ methodId: id }),
  recentSignIn: true,
});

/** What can be chosen on the page of the demo provider, by what becomes of it; nothing can be typed there. */
export const DEMO_CARDS = ['good', 'confirm', 'ending', 'mandate', 'declined', 'expired'] as const;

/** A customer chose on the demo provider's page, or left it. A card that asks for confirmation is declined without one. */
export const answerDemoPayment = endpoint({
  name: 'answerDemoPayment',
  service,
  method: 'POST',
  path: '/demo-payments/{sessionId}',
  params: z.object({ sessionId: id }),
  body: z.strictObject({ choice: z.enum([...DEMO_CARDS, 'left']) }),
  response: z.object({ returnTo: z.string() }),
});
