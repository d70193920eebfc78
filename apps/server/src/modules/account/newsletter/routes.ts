import {
  changeNewsletter,
  confirmSubscription as confirmSubscriptionEndpoint,
  getNewsletter,
  NEWSLETTER_FREQUENCIES,
  NEWSLETTER_TOPICS,
  type Newsletter,
  requestSubscriptionLink,
  resendNewsletterLink,
  subscribeToNewsletter,
  unsubscribeByToken,
  unsubscribeFromNewsletter,
} from '@keepsake/contracts/account/newsletter';
import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { inTurn } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { requireLanguage } from '../../../platform/languages.ts';
import { spelledAddress } from '../../../platform/mail-address.ts';
import { Problem } from '../../../platform/problem.ts';
import { findRecipient } from '../customers/index.ts';
import { pendingTimes } from '../mailed-links/index.ts';
import { change, unsubscribe } from './change.ts';
import { confirmSubscription } from './confirm.ts';
import { CONSENT_VERSION, consentText } from './consents.ts';
import type { Parts } from './deps.ts';
import { RENEW_LINKS } from './jobs.ts';
import { unsubscribeWithToken } from './one-click.ts';
import { findSubscription, findSuppression, lockNewsletter, type SubscriptionRow } from './store.ts';
import { mailLinkAgain, subscribe } from './subscribe.ts';

export function newsletterRoutes(parts: Parts): Route[] {
  return [...ownRoutes(parts), ...linkRoutes(parts)];
}

function ownRoutes(parts: Parts): Route[] {
  const { db, clock } = parts;
  return [
    route(getNewsletter, ({ customer, query: { locale } }) => {
      requireLanguage(locale, 'query.locale');
      return present(parts, customer.customerId, locale);
    }),
    route(subscribeToNewsletter, async ({ customer: { customerId }, body, request: { ip } }) => {
      requireLanguage(body.locale, 'body.locale');
      await subscribe(parts, { ...body, customerId, ip });
      return present(parts, customerId, body.locale);
    }),
    route(resendNewsletterLink, async ({ customer: { customerId }, body: { locale } }) => {
      const outcome = await inTurn(db, { lock: lockNewsletter, customerId }, async (trx) => {
        const found = await findSubscription(trx, customerId);
        return found && isWaiting(found, clock()) ? mailLinkAgain(trx, parts, customerId) : 'none';
      });
      if (outcome === 'none') throw new Problem('not-found');
      if (outcome === 'just sent') throw new Problem('too-many-requests');
      return present(parts, customerId, locale);
    }),
    route(changeNewsletter, async ({ customer: { customerId }, body, request: { ip } }) => {
      const { locale, ...requested } = body;
      await change(parts, { customerId, ip, requested });
      return present(parts, customerId, locale);
    }),
    route(unsubscribeFromNewsletter, ({ customer: { customerId } }) =>
      retryConflicts(() =>
        db
          .transaction()
          .execute((trx) => unsubscribe(trx, parts, { customerId, by: 'customer', now: clock() })),
      ),
    ),
  ];
}

function linkRoutes(parts: Parts): Route[] {
  const { db } = parts;
  return [
    route(confirmSubscriptionEndpoint, ({ params, request: { ip } }) =>
      confirmSubscription(parts, { ...params, ip }),
    ),
    route(requestSubscriptionLink, async ({ params: { email } }) => {
      await addJob(db, RENEW_LINKS, { email });
    }),
    route(unsubscribeByToken, ({ params: { token } }) => unsubscribeWithToken(parts, token)),
  ];
}

const isWaiting = ({ confirmed_at, link_expires_at }: SubscriptionRow, now: Date) =>
  confirmed_at === null && link_expires_at > now;

async function present(
  { db, keys, clock }: Pick<Parts, 'db' | 'keys' | 'clock'>,
  customerId: CustomerId,
  locale: Locale,
): Promise<Newsletter> {
  const recipient = await findRecipient(db, customerId);
  if (!recipient) throw new Problem('not-found');
  const { email, channel } = recipient;
  const now = clock();
  const suppression = await findSuppression(db, await keys.hmacOf(db, email));
  const found = await findSubscription(db, customerId);
  const isPending = found !== null && isWaiting(found, now) && suppression !== 'bounced';
  const isSubscribed = found?.confirmed_at && suppression === null;
  const chosen = isPending || isSubscribed ? found : null;
  const pausedUntil = isSubscribed && found.paused_until && found.paused_until > now && found.paused_until;
  return {
    email: spelledAddress(email),
    status:
      suppression === 'bounced'
        ? 'undeliverable'
        : isPending
          ? 'pending'
          : isSubscribed
            ? 'subscribed'
            : 'none',
    topics: NEWSLETTER_TOPICS.filter((topic) => chosen?.topics.includes(topic)),
    frequency: NEWSLETTER_FREQUENCIES.find((one) => one === chosen?.frequency) ?? 'every',
    pausedUntil: pausedUntil ? pausedUntil.toISOString() : null,
    pending: isPending
      ? pendingTimes({ sentAt: found.link_sent_at, expiresAt: found.link_expires_at }, now)
      : null,
    consent: { version: CONSENT_VERSION, text: consentText(locale, channel) },
  };
}
