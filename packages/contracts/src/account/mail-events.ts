import * as z from 'zod/mini';
import { endpoint } from '../platform/endpoint.ts';
import { isMailAddress, mailAddress } from '../platform/mail-address.ts';
import { sentInstant } from '../platform/sent-instant.ts';

/** Most events of one call. */
const MAX_EVENTS = 100;

const eventId = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));

const mailEvent = z.strictObject({
  /** The sender's own: a repeated event has the same. */
  id: eventId,
  kind: z.enum(['bounce', 'complaint']),
  /** The address that a mail went to. */
  email: mailAddress(isMailAddress),
  /** Of a bounce: whether the address takes no mail at all, and not only this one, or only today. */
  isPermanent: z._default(z.boolean(), false),
  /** `Message-ID` of the mail, with or without angle brackets, if it is known. */
  messageId: z.optional(z.string().check(z.maxLength(998))),
  happenedAt: sentInstant,
});
export type MailEvent = z.infer<typeof mailEvent>;

/** `known`: it was stored before. `failed`: send it again. */
const MAIL_EVENT_OUTCOMES = ['stored', 'known', 'failed'] as const;
export type MailEventOutcome = (typeof MAIL_EVENT_OUTCOMES)[number];

/**
 * Takes what became of mails: bounces and complaints, in any order and any number of times. Each event is stored on its own or
 * not at all. They stop newsletters, and a storage warning that came back delays the end of storage; all other mails go on.
 */
export const reportMailEvents = endpoint({
  name: 'reportMailEvents',
  service: 'emailGateway',
  method: 'POST',
  path: '/mail-events',
  access: 'service',
  scope: 'mails',
  body: z.strictObject({ events: z.array(mailEvent).check(z.minLength(1), z.maxLength(MAX_EVENTS)) }),
  response: z.object({
    /** In the order of the request. */
    results: z.array(z.object({ id: z.string(), outcome: z.enum(MAIL_EVENT_OUTCOMES) })),
  }),
  sample: ({ email }) => ({
    body: {
      events: [
        {
          id: 'bounce-1',
          kind: 'bounce',
          email,
          isPermanent: true,
          messageId: '<01980000-0000-7000-8000-000000000017@photos.example>',
          happenedAt: '2026-06-15T10:00:00Z',
        },
      ],
    },
  }),
});
