import type { Widget } from '@keepsake/contracts/creations/widgets';
import { type Mail, unsubscribeHeaders } from '../../../platform/mail.ts';
import type { Channel } from '../../frame/channels/index.ts';
import { composeMail, withoutLinks } from '../../frame/mails/index.ts';
import type { Deps } from './deps.ts';
import { addressToRefuse } from './refusals.ts';
import { translatorFor } from './texts.ts';

type Shared = {
  to: string;
  channel: Channel;
  kind: Widget['kind'];
  /** A single line, as written by the customer. */
  fromName: string;
  message: string;
  link: string;
  refusalToken: string;
};

/**
 * The mail that shares a widget: in the brand's name, saying who asked for it. The customer's text is quoted as plain text in
 * which mail clients detect no links, and none of it is in the subject.
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
    kind: 'shared',
    to: { email: to, name: null, locale },
    brand: channel,
    subject: t(`share.subject.${kind}`),
    text: [
      t(`share.text.${kind}`, { from, brand }),
      ...(lines.length > 0 ? [t('share.message'), lines.join('\n')] : []),
    ],
    button: t('share.button'),
    link,
    note: t('share.note', { brand }),
    // The first paragraph says who asked for it.
    why: null,
    aside: { label: t('share.refuse'), link: url },
  });
  return { ...mail, headers: { ...mail.headers, ...unsubscribeHeaders(url) } };
}
