import type { Widget } from '@keepsake/contracts';
import type { Mail } from '../../../platform/mail.ts';
import type { Channel } from '../../frame/channels/index.ts';
import { composeMail, withoutLinks } from '../../frame/mails/index.ts';
import type { Deps } from './deps.ts';
import { addressToRefuse, refusalHeaders } from './refusals.ts';
import { translatorFor } from './texts.ts';

type Shared = {
  to: string;
  channel: Channel;
  kind: Widget['kind'];
  /** One line, as the customer wrote it. */
  fromName: string;
  message: string;
  link: string;
  refusalToken: string;
};

/**
 * The mail to whom a widget is shared with: in the name of the brand, which says who asked for it. What the customer wrote is
 * quoted as plain text, of which mail programs make no links, and nothing of it stands in the subject.
 */
export function composeShareMail(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { to, channel, kind, fromName, message, link, refusalToken }: Shared,
): Mail {
  const { locale, name: brand } = channel;
  const t = translatorFor(locale, channel.id);
  const from = withoutLinks(fromName);
  const lines = withoutLinks(message).split(/\n+/).filter(Boolean);
  const url = addressToRefuse(publicUrl, refusalToken);
  const mail = composeMail({
    to: { email: to, name: null, locale },
    brand: channel,
    subject: t(`share.subject.${kind}`),
    text: [
      t(`share.text.${kind}`, { from, brand }),
      ...(lines.length > 0 ? [t('share.message')] : []),
      ...lines,
    ],
    button: t('share.button'),
    link,
    note: t('share.note', { brand }),
    aside: { label: t('share.refuse'), link: url },
  });
  return { ...mail, headers: refusalHeaders(url) };
}
