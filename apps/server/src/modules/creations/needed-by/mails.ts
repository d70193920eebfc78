import type { NeededBy, NeededNews } from '@keepsake/contracts/orders/needed-by';
import { dateFormat, dateInWords } from '@keepsake/contracts/platform/formats';
import type { Mail } from '../../../platform/mail.ts';
import { createTexts, dateInSentence, type Values } from '../../../platform/texts.ts';
import { zoneNameInMails } from '../../../platform/zone-in-mails.ts';
import type { Recipient } from '../../account/customers/index.ts';
import { addressOfOwnPage, findChannel } from '../../frame/channels/index.ts';
import { composeMail, subjectWith } from '../../frame/mails/index.ts';
import type { Deps } from './deps.ts';
import type { NeededRef } from './store.ts';
import type { Subject } from './subjects.ts';
import type enGB from './texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));
type Translate = ReturnType<typeof translatorFor>;

type Notice = {
  recipient: Recipient;
  ref: Pick<NeededRef, 'kind' | 'reference'>;
  subject: Pick<Subject, 'channel' | 'title'>;
  neededBy: NeededBy;
  news: NeededNews;
};

/** The mail about the state of a date, under the brand of the order or project: what changed, and what can be done. */
export function composeNews({ publicUrl }: Pick<Deps, 'publicUrl'>, notice: Notice): Mail {
  const { recipient, ref, subject } = notice;
  const { locale } = recipient;
  const brand = findChannel(subject.channel) ?? recipient.channel;
  const t = translatorFor(locale, brand.id);
  const isOrder = ref.kind === 'order';
  const page = isOrder ? `/orders/${ref.reference}` : '/saved-projects';
  return composeMail({
    kind: 'needed-by',
    to: recipient,
    brand,
    ...(isOrder ? orderWords(t, notice) : projectWords(t, notice)),
    button: t(isOrder ? 'order.button' : 'project.button'),
    link: addressOfOwnPage({ publicUrl, page, channel: brand.id, customerId: recipient.customerId }),
    why: 'date',
  });
}

function orderWords(t: Translate, notice: Notice) {
  const { news, neededBy, ref } = notice;
  const kind = news === 'late' || news === 'tight' ? news : 'in-time';
  const values = { ...valuesOf(t, notice), code: ref.reference };
  const subject = t(`order.${kind}.subject`, values);
  const text = t(`order.${kind}.${neededBy.arrival ? 'text' : 'plain'}`, values);
  if (kind === 'in-time') return { subject, text };
  // The subject says how it stands; what is next says more beside it than that the customer needs it.
  const next = t(`order.${kind}.next`);
  return { subject, preview: next, text: [text, next] };
}

function projectWords(t: Translate, notice: Notice) {
  const { news, neededBy, subject, recipient } = notice;
  const values = { ...valuesOf(t, notice), title: subject.title ?? t('project.unnamed') };
  if (news === 'three-days' || news === 'one-day') {
    const orderBy = momentInSentence(new Date(neededBy.orderBy ?? 0), recipient.locale, neededBy.timeZone);
    const text = t('project.reminder.text', { ...values, orderBy });
    return {
      subject: subjectWith(values.title, (title) => t(`project.${news}.subject`, { ...values, title })),
      text,
    };
  }
  const articles = neededBy.alternatives.map(({ title }) => title);
  const list = new Intl.ListFormat(recipient.locale).format(articles);
  const next = [
    ...(articles.length > 0 ? [t('project.late.others', { articles: list })] : []),
    t('project.late.next'),
  ];
  return {
    subject: subjectWith(values.title, (title) => t('project.late.subject', { ...values, title })),
    preview: next[0],
    text: [t(neededBy.arrival ? 'project.late.text' : 'project.late.plain', values), ...next],
  };
}

function valuesOf(
  t: Translate,
  { neededBy: { date, occasion, arrival }, recipient: { locale } }: Notice,
): Values {
  const dayOf = (day: string) => dateInSentence(new Date(day), locale);
  const inYear = (day: string) =>
    dateInWords(new Date(day), locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return {
    day: inYear(date),
    by: occasion ? t('byOccasion', { day: dayOf(date), occasion }) : dayOf(date),
    ...(arrival && { arrival: arrivalIn(arrival) }),
  };

  function arrivalIn({ from, to }: NonNullable<NeededBy['arrival']>): string {
    if (from === to) return t('day', { from: dayOf(from) });
    return t('days', { from: firstOf(from, to, locale), to: dayOf(to) });
  }
}

/** The first of two days, as it is written before the second: 'between 25 and 28 September 2026', 'zwischen dem 25. und …'. */
function firstOf(from: string, to: string, locale: string): string {
  const whole = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const parts = whole.formatRangeToParts(new Date(from), new Date(to));
  const first = parts.slice(
    0,
    parts.findIndex(({ source }) => source === 'endRange'),
  );
  const words = first.map(({ value }) => value).join('');
  const day = words.replace(/[\s–—~～-]+$/u, '');
  return locale.startsWith('fr') ? day.replace(/^1\b/, '1er') : day;
}

/** 'Friday, 18 December, 12:00', in the channel's time zone. */
const momentInSentence = (at: Date, locale: string, timeZone: string) =>
  dateInWords(at, locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: zoneNameInMails({ at, locale, timeZone }),
  });
