import type { Mail } from '../../../../platform/mail.ts';
import { composeMail as compose } from '../../../frame/mails/index.ts';
import type { Appearance } from '../pages/appearance.ts';

type MailKind = 'confirm' | 'known' | 'reset' | 'changed';
type Content = { kind: MailKind; to: string; link: string; name: string | null };

/** A mail about an account. `name` is left out where the address is not confirmed yet. */
export function composeMail({ t, look, locale }: Appearance, { kind, to, name, link }: Content): Mail {
  const brand = look.name;
  return compose({
    to: { email: to, name, locale },
    brand: look,
    link,
    subject: t(`mail.${kind}.subject`),
    text: t(`mail.${kind}.text`, { brand }),
    button: t(`mail.${kind}.button`, { brand }),
    note: kind === 'changed' ? null : t('mail.ignore'),
  });
}
