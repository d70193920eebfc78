import * as z from 'zod/mini';
import { locale } from './configuration.ts';
import { emailAddress } from './email-changes.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';

/** What a newsletter is about; customers choose at least one. */
export const NEWSLETTER_TOPICS = ['ideas', 'offers', 'news'] as const;
const newsletterTopic = z.enum(NEWSLETTER_TOPICS);
export type NewsletterTopic = z.infer<typeof newsletterTopic>;

/** Every issue, or at most one in 30 days. */
export const NEWSLETTER_FREQUENCIES = ['every', 'monthly'] as const;
const newsletterFrequency = z.enum(NEWSLETTER_FREQUENCIES);
export type NewsletterFrequency = z.infer<typeof newsletterFrequency>;

/** How long it can be paused at once, in days. */
export const NEWSLETTER_PAUSES = [30, 60, 90] as const;

/** How long the link of a confirmation works. */
export const NEWSLETTER_LINK_HOURS = 72;

const choice = {
  topics: z.array(newsletterTopic).check(z.minLength(1), z.maxLength(NEWSLETTER_TOPICS.length)),
  frequency: newsletterFrequency,
};

const newsletter = z.object({
  /** Where it goes, or would: the address of the account. */
  email: z.string(),
  /**
   * `pending` waits for its confirmation. `undeliverable`: mails to the address came back, so that nothing is sent there and
   * nothing can be subscribed.
   */
  status: z.enum(['none', 'pending', 'subscribed', 'undeliverable']),
  /** None while nothing is chosen: a box that somebody else has ticked is no consent. */
  topics: z.array(newsletterTopic),
  frequency: newsletterFrequency,
  /** Nothing is sent before; null while it is not paused. */
  pausedUntil: z.nullable(instant),
  /** Until when the link of a pending one works, and from when on its mail can be sent again. */
  pending: z.nullable(z.object({ expiresAt: instant, resendAt: instant })),
  /** What a subscriber agrees to, in the language that was asked for. */
  consent: z.object({ version: z.string(), text: z.string() }),
});
export type Newsletter = z.infer<typeof newsletter>;

const service = 'customers';
const path = '/customers/me/newsletter';
/** The language of the page: what a customer agrees to is written in it. */
const language = { locale };

export const getNewsletter = endpoint({
  name: 'getNewsletter',
  service,
  method: 'GET',
  path,
  query: z.object(language),
  response: newsletter,
});

/**
 * Mails a link that confirms the subscription; it works for 72 hours. What waits already takes the new choice, and its mail is
 * sent again unless it just was; what is confirmed takes the choice at once. 409 `conflict` when the text was changed since it
 * was shown, or when mails to the address came back.
 */
export const subscribeToNewsletter = endpoint({
  name: 'subscribeToNewsletter',
  service,
  method: 'POST',
  path,
  body: z.strictObject({ ...choice, ...language, consentVersion: z.string().check(z.maxLength(100)) }),
  response: newsletter,
});

/** Mails the link of a subscription that waits once more. 404 when none waits, 429 before `resendAt`. */
export const resendNewsletterLink = endpoint({
  name: 'resendNewsletterLink',
  service,
  method: 'POST',
  path: `${path}/actions/resend`,
  body: z.strictObject(language),
  response: newsletter,
});

/** Changes what is given of a confirmed subscription; `pauseDays` 0 ends a pause. 404 unless there is one. */
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
});

/** Unsubscribes, or gives up what waits. Does nothing when there is nothing. */
export const unsubscribeFromNewsletter = endpoint({
  name: 'unsubscribeFromNewsletter',
  service,
  method: 'DELETE',
  path,
});

const token = z.string().check(z.regex(/^[\w-]{20,100}$/));

/**
 * Confirms a subscription by the token of its mail and the address that the mail went to, for whoever has the two [SUB-02]. The
 * same again is answered alike as long as that subscription stands. 404 for all else: unknown, expired, another's, given up.
 */
export const confirmSubscription = endpoint({
  name: 'confirmSubscription',
  service: 'emailGateway',
  method: 'POST',
  path: '/api/v1/Profiles/{email}/subscription/confirm/{token}',
  access: 'public',
  params: z.object({ email: emailAddress, token }),
});

/**
 * Mails a new link to an address whose subscription still waits, also when its link has expired; nobody else gets a mail. Always
 * answered alike. 429 for a network that asks too often.
 */
export const requestSubscriptionLink = endpoint({
  name: 'requestSubscriptionLink',
  service: 'emailGateway',
  method: 'POST',
  path: '/api/v1/Profiles/{email}/subscription/links',
  access: 'public',
  params: z.object({ email: emailAddress }),
});

/** Unsubscribes whom the token of a newsletter names. The same again is answered alike; 404 for a token that is none of ours. */
export const unsubscribeByToken = endpoint({
  name: 'unsubscribeByToken',
  service: 'emailGateway',
  method: 'POST',
  path: '/api/v1/subscription/{token}/actions/unsubscribe',
  access: 'public',
  params: z.object({ token }),
});
