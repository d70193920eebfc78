import * as z from 'zod/mini';
import { locale } from '../frame/configuration.ts';
import { endpoint } from '../platform/endpoint.ts';
import { instant } from '../platform/fields.ts';
import { HOUR_SECONDS } from '../platform/limits.ts';
import { emailAddress, pendingLink } from './email-changes.ts';

/** Topics of the newsletter; customers choose at least one. */
export const NEWSLETTER_TOPICS = ['ideas', 'offers', 'news'] as const;
const newsletterTopic = z.enum(NEWSLETTER_TOPICS);
export type NewsletterTopic = z.infer<typeof newsletterTopic>;

/** Every issue, or at most one in 30 days. */
export const NEWSLETTER_FREQUENCIES = ['every', 'monthly'] as const;
const newsletterFrequency = z.enum(NEWSLETTER_FREQUENCIES);
export type NewsletterFrequency = z.infer<typeof newsletterFrequency>;

/** Selectable lengths of a pause, in days. */
export const NEWSLETTER_PAUSES = [30, 60, 90] as const;

/** Lifetime of a confirmation link, in hours. */
export const NEWSLETTER_LINK_HOURS = 72;

const choice = {
  topics: z.array(newsletterTopic).check(z.minLength(1), z.maxLength(NEWSLETTER_TOPICS.length)),
  frequency: newsletterFrequency,
};

const newsletter = z.object({
  /** The account's address, to which the newsletter goes or would go. */
  email: z.string(),
  /**
   * `pending`: awaiting confirmation. `undeliverable`: mails to the address bounced, so nothing is sent to it and it cannot be
   * subscribed.
   */
  status: z.enum(['none', 'pending', 'subscribed', 'undeliverable']),
  /** Empty until chosen: a pre-ticked box is not consent. */
  topics: z.array(newsletterTopic),
  frequency: newsletterFrequency,
  /** Nothing is sent before then; null while not paused. */
  pausedUntil: z.nullable(instant),
  /** The link that confirms the subscription. */
  pending: z.nullable(pendingLink),
  /** The text a subscriber agrees to, in the requested language. */
  consent: z.object({ version: z.string(), text: z.string() }),
});
export type Newsletter = z.infer<typeof newsletter>;

const service = 'customers';
const path = '/customers/me/newsletter';
/** The language of the page, and so of the text the customer agrees to. */
const language = { locale };

export const getNewsletter = endpoint({
  name: 'getNewsletter',
  service,
  method: 'GET',
  path,
  query: z.object(language),
  response: newsletter,
  problems: ['not-found'],
  sample: () => ({ query: { locale: 'en-GB' } }),
});

/**
 * Mails a link that confirms the subscription and is valid for 72 hours. A pending subscription takes over the new choice and
 * its mail is sent again, unless it just was; a confirmed one takes the choice over immediately. 409 `conflict` when the text
 * has changed since it was shown, or when mails to the address bounced.
 */
export const subscribeToNewsletter = endpoint({
  name: 'subscribeToNewsletter',
  budgets: [{ calls: 20, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path,
  body: z.strictObject({ ...choice, ...language, consentVersion: z.string().check(z.maxLength(100)) }),
  response: newsletter,
  problems: ['not-found', 'conflict', 'no-address'],
  sample: ({ consentVersion }) => ({
    body: { topics: ['news'], frequency: 'monthly', locale: 'en-GB', consentVersion },
  }),
});

/** Mails the link of the pending subscription again. 404 when none is pending, 429 before `resendAt`. */
export const resendNewsletterLink = endpoint({
  name: 'resendNewsletterLink',
  budgets: [{ calls: 20, seconds: HOUR_SECONDS, isShared: true }],
  service,
  method: 'POST',
  path: `${path}/actions/resend`,
  body: z.strictObject(language),
  response: newsletter,
  problems: ['not-found'],
  sample: () => ({ body: { locale: 'en-GB' } }),
});

/** Changes the given fields of a confirmed subscription; `pauseDays` 0 ends a pause. 404 if there is none. */
export const changeNewsletter = endpoint({
  name: 'changeNewsletter',
  service,
  method: 'PATCH',
  path,
  body: z.strictObject({
    topics: z.optional(choice.topics),
    frequency: z.optional(choice.frequency),
    pauseDays: z.optional(z.literal([0, ...NEWSLETTER_PAUSES])),
    ...language,
  }),
  response: newsletter,
  problems: ['not-found'],
  sample: () => ({ body: { frequency: 'monthly' as const, locale: 'en-GB' } }),
});

/** Unsubscribes, or cancels a pending subscription. Does nothing if there is neither. */
export const unsubscribeFromNewsletter = endpoint({
  name: 'unsubscribeFromNewsletter',
  service,
  method: 'DELETE',
  path,
});

const token = z.string().check(z.regex(/^[\w-]{20,100}$/));

/**
 * Confirms a subscription by the token from its mail together with the mail's address; no sign-in needed [SUB-02]. Repeating it
 * gives the same answer as long as that subscription exists. 404 otherwise: unknown, expired, another's, given up.
 */
export const confirmSubscription = endpoint({
  name: 'confirmSubscription',
  service: 'emailGateway',
  method: 'POST',
  path: '/api/v1/Profiles/{email}/subscription/confirm/{token}',
  access: 'public',
  params: z.object({ email: emailAddress, token }),
  sample: ({ email, token }) => ({ params: { email, token } }),
});

/**
 * Mails a new link to an address with a pending subscription, even if its link has expired; other addresses get no mail. The
 * answer is always the same. 429 for a network that asks too often.
 */
export const requestSubscriptionLink = endpoint({
  name: 'requestSubscriptionLink',
  budgets: [{ calls: 10, seconds: HOUR_SECONDS, isShared: true }],
  service: 'emailGateway',
  method: 'POST',
  path: '/api/v1/Profiles/{email}/subscription/links',
  access: 'public',
  params: z.object({ email: emailAddress }),
  sample: ({ email }) => ({ params: { email } }),
});

/**
 * Unsubscribes the recipient identified by a newsletter's token. Repeating it gives the same answer; 404 for a token that is
 * not ours.
 */
export const unsubscribeByToken = endpoint({
  name: 'unsubscribeByToken',
  service: 'emailGateway',
  method: 'POST',
  path: '/api/v1/subscription/{token}/actions/unsubscribe',
  access: 'public',
  params: z.object({ token }),
  sample: ({ token }) => ({ params: { token } }),
});
