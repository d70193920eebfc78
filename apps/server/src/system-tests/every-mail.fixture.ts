import path from 'node:path';
import { ACCOUNT_EVENT_KINDS } from '@keepsake/contracts/account/account-events';
import { STORAGE_REMINDERS } from '@keepsake/contracts/library/retention';
import type { NeededBy, NeededNews } from '@keepsake/contracts/orders/needed-by';
import { composeDecision } from '../modules/account/business/mails.ts';
import type { Recipient } from '../modules/account/customers/index.ts';
import { confirmationMail, contentOf } from '../modules/account/deletion/mails.ts';
import type { LinkMail } from '../modules/account/mailed-links/index.ts';
import { composeOutcome as composeMyData } from '../modules/account/my-data/mail-outcome.ts';
import { composeIssue } from '../modules/account/newsletter/compose-issue.ts';
import { subscriptionMail } from '../modules/account/newsletter/confirm.ts';
import { accountMail } from '../modules/account/pages/account-mail.ts';
import { createAppearances } from '../modules/account/pages/appearance.ts';
import { eventMail, type MailedEvent } from '../modules/account/security/activity/event-mail.ts';
import { composeTakenDown } from '../modules/creations/gallery/decide.ts';
import { composeNews } from '../modules/creations/needed-by/mails.ts';
import { composeShareMail } from '../modules/creations/widgets/mails.ts';
import { composeChanged, composeStopped } from '../modules/exchange/event-delivery/callbacks/mails.ts';
import { type Channel, resolveChannel, toPublicChannel } from '../modules/frame/channels/index.ts';
import { composeMail } from '../modules/frame/mails/index.ts';
import { composeOutcome as composeExport } from '../modules/library/exports/mail-outcome.ts';
import { composeReminder } from '../modules/library/retention/reminders.ts';
import { composeCareMail, composeReceipt } from '../modules/orders/withdrawals/mails.ts';
import { newCustomerId } from '../platform/ids.ts';
import type { Mail } from '../platform/mail.ts';
import { dateInSentence, readTextTable } from '../platform/texts.ts';
import { writtenIn } from './written-in-mails.fixture.ts';

const IDENTITY_TEXTS = path.resolve(import.meta.dirname, '../modules/account/pages/texts/en-GB.json');
const publicUrl = 'https://photos.example';
const NOW = new Date('2026-09-10T09:30:00Z');
/** As long as dates become in five languages. */
const DAY = '2026-09-24';
const ORDER = 'PF-2026-1000123';
const TOKEN = 'Zk3v9Qm1xT7bR5cW2nL8yJ4hG6dF0sA';
const host = 'orders.printshop-hohenberg.example';

/** A mail of each kind with long values, as a customer of a brand gets it in the brand's language. */
export function everyMail(channel: Channel): { name: string; mail: Mail }[] {
  const to: Recipient = {
    customerId: newCustomerId(),
    email: 'maximiliane.hohenberg@xn--mller-kva.example',
    name: 'Maximiliane Hohenberg-Lindqvist',
    locale: channel.locale,
    channel,
  };
  return Object.entries({
    ...accountMails(channel),
    ...companyMails(to),
    ...libraryMails(to),
    ...orderMails(to),
    ...creationMails(to),
  }).map(([name, mail]) => ({ name, mail }));
}

const appearances = createAppearances({
  publicUrl,
  brandOrigins: [],
  resolveChannel: (of) => toPublicChannel(resolveChannel(of)),
});

/** As the mail of a link is completed when its token is there. */
function withLink({ page, hasToken, ...mail }: LinkMail): Mail {
  const link = new URL(page);
  if (hasToken) link.searchParams.set('confirmation-token', TOKEN);
  return composeMail({ ...mail, link: link.href });
}

function accountMails(channel: Channel): Record<string, Mail> {
  const { id, locale } = channel;
  const appearance = appearances.ofVisit({ appOrigin: publicUrl, channel: id, locale });
  const to = { id: newCustomerId(), email: 'maximiliane@example.com', name: 'Maximiliane Hohenberg' };
  const page = `${publicUrl}/links/reset-password`;
  const links = (
    ['confirm', 'known', 'reset', 'newEmail', 'emailChanged', 'emailUndone', 'closed', 'invitation'] as const
  ).map((mail): [string, Mail] => [
    `account-${mail}`,
    withLink(accountMail(appearance, { mail, to, page, values: { hours: 72, days: 7 } })),
  ]);
  const device = { browser: 'Samsung Internet', system: 'Android', device: 'phone' } as const;
  const subjects = new Set(Object.keys(readTextTable(IDENTITY_TEXTS)));
  const isMailed = (kind: string): kind is MailedEvent => subjects.has(`event.${kind}.subject`);
  const events = ACCOUNT_EVENT_KINDS.filter(isMailed).map((kind): [string, Mail] => [
    `event-${kind}`,
    eventMail(appearance, { kind, to, device, at: NOW, publicUrl }),
  ]);
  return Object.fromEntries([...links, ...events]);
}

/** About the account as a whole: its end, the copy of its data, what businesses have. */
function companyMails(to: Recipient): Record<string, Mail> {
  const { channel, locale } = to;
  const { reason, issue } = writtenIn(locale);
  const archive = (export_id: string | null) => ({ channel: channel.id, export_id });
  const decided = (['validated', 'blocked', 'unblocked', 'vat-invalid'] as const).map(
    (decision): [string, Mail] => [
      `business-${decision}`,
      composeDecision(publicUrl, to, { decision, reason, vatId: 'ATU12345678' }),
    ],
  );
  const ended = (mail: 'closed' | 'kept') =>
    composeMail({
      ...contentOf(mail, to, channel, dateInSentence(new Date(DAY), locale)),
      link: publicUrl,
      note: null,
    });
  return {
    ...Object.fromEntries(decided),
    'deletion-confirm': withLink(confirmationMail({ publicUrl }, { to, brand: channel, accountId: null })),
    'deletion-closed': ended('closed'),
    'deletion-kept': ended('kept'),
    'my-data-ready': composeMyData({ publicUrl, to, row: archive(null), status: 'READY', now: NOW }),
    'my-data-with-photos': composeMyData({ publicUrl, to, row: archive('1'), status: 'READY', now: NOW }),
    'my-data-failed': composeMyData({ publicUrl, to, row: archive(null), status: 'FAILED', now: NOW }),
    'newsletter-confirm': withLink(subscriptionMail(publicUrl, to)),
    'newsletter-issue': composeIssue({
      content: issue,
      recipient: to,
      token: TOKEN,
      publicUrl,
    }),
    'callbacks-address': composeChanged({ to, publicUrl, change: { kind: 'set', host } }),
    'callbacks-off': composeChanged({ to, publicUrl, change: { kind: 'off' } }),
    'callbacks-format': composeChanged({ to, publicUrl, change: { kind: 'format', format: 'json' } }),
    'callbacks-key': composeChanged({ to, publicUrl, change: { kind: 'key' } }),
    'callbacks-gone': composeStopped({ to, publicUrl, url: `https://${host}/in`, reason: 'gone' }),
    'callbacks-failing': composeStopped({ to, publicUrl, url: `https://${host}/in`, reason: 'failing' }),
  };
}

function libraryMails(to: Recipient): Record<string, Mail> {
  const row = (wish: 'customer' | 'retention') => ({ id: '1', channel: to.channel.id, reason: wish });
  const customerId = newCustomerId();
  const warnings = STORAGE_REMINDERS.map((reminder): [string, Mail] => {
    const key = { customerId, deletionDate: DAY, reminder };
    return [`storage-${reminder}`, composeReminder({ publicUrl, recipient: to, key, now: NOW })];
  });
  return {
    ...Object.fromEntries(warnings),
    'export-ready': composeExport({ publicUrl, to, row: row('customer'), outcome: 'ready', now: NOW }),
    'export-before-end': composeExport({ publicUrl, to, row: row('retention'), outcome: 'ready', now: NOW }),
    'export-failed': composeExport({ publicUrl, to, row: row('customer'), outcome: 'failed', now: NOW }),
  };
}

function orderMails({ channel, email, locale }: Recipient): Record<string, Mail> {
  const { products } = writtenIn(locale);
  const declaration = {
    channel: channel.id,
    productCodes: [],
    name: 'Maximiliane Hohenberg-Lindqvist',
    order: ORDER,
    products,
    email,
  };
  const care = { ...channel, customerCareEmail: 'care@example.com' };
  const notified = { channel: care, declaration, declaredAt: NOW, locale };
  const mail = composeCareMail(notified);
  return {
    'withdrawal-receipt': composeReceipt({ publicUrl }, notified),
    ...(mail && { 'withdrawal-care': mail }),
  };
}

function creationMails(to: Recipient): Record<string, Mail> {
  const { channel } = to;
  const { book, message, entryReason } = writtenIn(to.locale);
  const shared = (['book', 'calendar', 'card', 'other'] as const).map((kind): [string, Mail] => [
    `shared-${kind}`,
    composeShareMail(
      { publicUrl },
      {
        to: to.email,
        channel,
        kind,
        fromName: 'Noah Lindqvist',
        message,
        link: `${publicUrl}/w/${TOKEN}`,
        refusalToken: TOKEN,
      },
    ),
  ]);
  return {
    ...Object.fromEntries(shared),
    ...neededMails(to),
    'gallery-taken-down': composeTakenDown({
      publicUrl,
      recipient: to,
      entry: { title: book, product_code: 'book' },
      reason: entryReason,
    }),
  };
}

function neededMails(recipient: Recipient): Record<string, Mail> {
  const { channel } = recipient;
  const { book, occasion, cards } = writtenIn(recipient.locale);
  const neededBy: NeededBy = {
    date: DAY,
    occasion,
    arrival: null,
    orderBy: '2026-09-14T10:00:00Z',
    timeZone: channel.timeZone,
    changedAt: NOW.toISOString(),
    verdict: 'late',
    alternatives: [{ article: 'card', title: cards, orderBy: null }],
  };
  const arrivals: Partial<Record<NeededNews, [string, string]>> = {
    'in-time': ['2026-09-21', '2026-09-23'],
    tight: ['2026-09-23', '2026-09-25'],
    late: ['2026-09-25', '2026-09-28'],
  };
  const news = {
    order: ['in-time', 'tight', 'late'],
    project: ['three-days', 'one-day', 'late'],
  } as const;
  const mails = (['order', 'project'] as const).flatMap((kind) =>
    news[kind].map((news): [string, Mail] => {
      const ref = { kind, reference: kind === 'order' ? ORDER : '1' };
      const subject = { channel: channel.id, title: book };
      const [from, to] = arrivals[news] ?? [];
      const expected = Object.assign({}, neededBy, { arrival: from && to ? { from, to } : null });
      return [
        `needed-${kind}-${news}`,
        composeNews({ publicUrl }, { recipient, ref, subject, neededBy: expected, news }),
      ];
    }),
  );
  return Object.fromEntries(mails);
}
