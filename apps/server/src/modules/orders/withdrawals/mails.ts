import type { Locale } from '@keepsake/contracts/frame/configuration';
import { dateInWords } from '@keepsake/contracts/platform/formats';
import type { Mail } from '../../../platform/mail.ts';
import { spelledAddress } from '../../../platform/mail-address.ts';
import { createTexts, dateInSentence } from '../../../platform/texts.ts';
import { zoneNameInMails } from '../../../platform/zone-in-mails.ts';
import { addressOfPage, type Channel, returnAddressOf } from '../../frame/channels/index.ts';
import { composeMail, mailtoLink, withoutLinks } from '../../frame/mails/index.ts';
import type { Deps } from './deps.ts';
import { returnBy } from './rules.ts';
import type { Declaration } from './store.ts';
import type enGB from './texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

type Notified = { channel: Channel; declaration: Declaration; declaredAt: Date; locale: Locale };

/**
 * The receipt, with content and time of the declaration, for the address given there. It addresses nobody by name, and makes no
 * links of what was written, because anybody can have it sent to anybody.
 */
export function composeReceipt({ publicUrl }: Pick<Deps, 'publicUrl'>, notified: Notified): Mail {
  const { channel, declaration, locale } = notified;
  const t = translatorFor(locale, channel.id);
  return composeMail({
    kind: 'withdrawal',
    to: { email: declaration.email, name: null, locale },
    brand: channel,
    subject: t('receipt.subject'),
    preview: t('receipt.next'),
    text: [
      t('receipt.text', { brand: channel.name }),
      detailsOf(notified),
      t('receipt.return', {
        date: dateInSentence(new Date(returnBy(notified.declaredAt, channel.timeZone).toString()), locale),
        address: returnAddressOf(channel).join('\n'),
      }),
      t('receipt.next'),
    ],
    button: t('receipt.button'),
    link: careAddress(publicUrl, channel),
    note: t('receipt.note'),
    why: 'receipt',
  });
}

/** The mail to customer care about a declaration that matches no order; null for a brand without such an address. */
export function composeCareMail(withdrawal: Omit<Notified, 'locale'>): Mail | null {
  const notified = { ...withdrawal, locale: withdrawal.channel.locale };
  const { channel, declaration } = notified;
  if (!channel.customerCareEmail) return null;
  const t = translatorFor(channel.locale, channel.id);
  const { email } = declaration;
  const mail = composeMail({
    kind: 'withdrawal-care',
    to: { email: channel.customerCareEmail, name: null, locale: channel.locale },
    brand: channel,
    subject: t('care.subject'),
    text: [t('care.text'), detailsOf(notified)],
    button: t('care.button'),
    link: mailtoLink(email, t('care.answer', { order: declaration.order })),
    why: 'care',
  });
  return { ...mail, replyTo: email };
}

/** What was declared and when, a line each. */
function detailsOf({ channel, declaration, declaredAt, locale }: Notified): string {
  const { timeZone } = channel;
  const t = translatorFor(locale, channel.id);
  const { name, order, products, email } = declaration;
  const timeZoneName = zoneNameInMails({ at: declaredAt, locale, timeZone });
  const exactTime = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const time = dateInWords(declaredAt, locale, { ...exactTime, hourCycle: 'h23', timeZoneName, timeZone });
  // Names of products have commas.
  const what = products.length > 0 ? products.join(' · ') : t('fact.all');
  return [
    t('fact.time', { date: dateInSentence(declaredAt, locale, timeZone), time }),
    t('fact.order', { order: withoutLinks(order) }),
    t('fact.products', { products: withoutLinks(what) }),
    t('fact.name', { name: withoutLinks(name) }),
    t('fact.email', { email: spelledAddress(email) }),
  ].join('\n');
}

function careAddress(publicUrl: string, { customerCareUrl, id }: Channel): string {
  return customerCareUrl.startsWith('/') ? addressOfPage(publicUrl, customerCareUrl, id) : customerCareUrl;
}
