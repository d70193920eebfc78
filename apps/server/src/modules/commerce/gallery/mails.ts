import type { Mail } from '../../../platform/mail.ts';
import { addressOfPage } from '../../frame/channels/index.ts';
import { composeMail, type Recipient, withoutLinks } from '../../frame/mails/index.ts';
import type { EntryRow } from './store.ts';
import { translatorFor } from './texts.ts';

type TakenDown = { publicUrl: string; recipient: Recipient; entry: EntryRow; reason: string };

/** Notifies a customer that an entry is not shown, and why. */
export function composeTakenDown({ publicUrl, recipient, entry, reason }: TakenDown): Mail {
  const { channel, email, name, locale } = recipient;
  const t = translatorFor(locale, channel.id);
  return composeMail({
    to: { email, name, locale },
    brand: channel,
    subject: t('takenDown.subject'),
    text: [
      t('takenDown.text', { title: withoutLinks(entry.title) }),
      t('takenDown.reason', { reason }),
      t('takenDown.next'),
    ],
    button: t('takenDown.button'),
    link: addressOfPage(publicUrl, `/widgets/${encodeURIComponent(entry.product_code)}`, channel.id),
  });
}
