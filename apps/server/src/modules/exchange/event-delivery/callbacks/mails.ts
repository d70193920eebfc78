import type { CallbackFormat } from '@keepsake/contracts/account/callback-settings';
import { CALLBACK_TRIES_DAYS } from '@keepsake/contracts/exchange/callbacks';
import type { Mail } from '../../../../platform/mail.ts';
import { createTexts } from '../../../../platform/texts.ts';
import type { Recipient } from '../../../account/customers/index.ts';
import { addressOfOwnPage } from '../../../frame/channels/index.ts';
import { composeMail } from '../../../frame/mails/index.ts';
import type enGB from '../texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('../texts/', import.meta.url));

type Stopped = { to: Recipient; publicUrl: string; url: string; reason: 'gone' | 'failing' };

/** Callbacks go to another host now or are off, have another format, or there is a new key that signs them. */
export type Change =
  | { kind: 'set'; host: string }
  | { kind: 'off' }
  | { kind: 'format'; format: CallbackFormat }
  | { kind: 'key' };

const SUBJECTS = {
  set: 'changed.address.subject',
  off: 'changed.off.subject',
  format: 'changed.format.subject',
  key: 'changed.key.subject',
} as const satisfies Record<Change['kind'], string>;

type Changed = { to: Recipient; publicUrl: string; change: Change };

/** Notifies a customer of a change, and what to do if somebody else made it. */
export function composeChanged({ to, publicUrl, change }: Changed): Mail {
  const t = translatorFor(to.locale, to.channel.id);
  const host = change.kind === 'set' ? change.host : '';
  const format = change.kind === 'format' ? change.format.toUpperCase() : '';
  return composeMail({
    kind: 'callbacks',
    why: 'business',
    to,
    brand: to.channel,
    subject: t(SUBJECTS[change.kind]),
    text: t(`changed.${change.kind}`, { host, format }),
    button: t('stopped.button'),
    link: settingsOf(to, publicUrl),
    note: t('changed.notYou'),
  });
}

const settingsOf = ({ channel: { id: channel }, customerId }: Recipient, publicUrl: string) =>
  addressOfOwnPage({ publicUrl, page: '/settings/b2b/callbacks', channel, customerId });

/** Notifies a customer that nothing is sent to their address any more, and how to resume. */
export function composeStopped({ to, publicUrl, url, reason }: Stopped): Mail {
  const t = translatorFor(to.locale, to.channel.id);
  // The rest of the address may contain a password.
  const { host } = new URL(url);
  return composeMail({
    kind: 'callbacks',
    why: 'business',
    to,
    brand: to.channel,
    subject: t('stopped.subject'),
    text: [t(`stopped.${reason}`, { host, days: CALLBACK_TRIES_DAYS }), t('stopped.next')],
    button: t('stopped.button'),
    link: settingsOf(to, publicUrl),
  });
}
