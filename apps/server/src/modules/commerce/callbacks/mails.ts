import type { Mail } from '../../../platform/mail.ts';
import { createTexts } from '../../../platform/texts.ts';
import { addressOfPage } from '../../frame/channels/index.ts';
import { composeMail, type Recipient } from '../../frame/mails/index.ts';
import type enGB from './texts/en-GB.json';

const translatorFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

type Stopped = { to: Recipient; publicUrl: string; url: string; reason: 'gone' | 'failing' };

/** Notifies a customer that nothing is sent to their address any more, and how to resume. */
export function composeStopped({ to, publicUrl, url, reason }: Stopped): Mail {
  const t = translatorFor(to.locale, to.channel.id);
  // The rest of the address may contain a password.
  const { host } = new URL(url);
  return composeMail({
    to,
    brand: to.channel,
    subject: t('stopped.subject'),
    text: [t(`stopped.${reason}`, { host }), t('stopped.next')],
    button: t('stopped.button'),
    link: addressOfPage(publicUrl, '/settings/b2b/callbacks', to.channel.id),
  });
}
