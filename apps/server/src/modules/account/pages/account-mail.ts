import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Values } from '../../../platform/texts.ts';
import type { LinkMail } from '../mailed-links/index.ts';
import type { Appearance } from './appearance.ts';
import type { MailKey } from './texts.ts';

type AccountMail = {
  mail: MailKey;
  /** `name` is null until the address is confirmed. */
  to: { id?: CustomerId; email: string; name: string | null };
  /** The page of a mailed link; without it the mail links to the web app. */
  page?: string;
  /** What the text says beside the brand's name. */
  values?: Values;
};

/** Mails to an address that is not the account's yet, or no more. */
const TO_OTHER_ADDRESS: readonly MailKey[] = ['confirm', 'newEmail', 'emailUndone'];
/** Mails about what has been done already: ignoring one could cost the account, and it says itself what to do. */
const NOT_TO_IGNORE: readonly MailKey[] = ['emailChanged', 'emailUndone', 'invitation'];

function whyOf(mail: MailKey): LinkMail['why'] {
  if (mail === 'invitation') return 'operator';
  return TO_OTHER_ADDRESS.includes(mail) ? 'address' : 'account';
}

/** A mail about an account, in the language of the appearance, with the texts `mail.<mail>.subject`, `.text` and `.button`. */
export function accountMail(
  { t, brand, locale, home }: Appearance,
  { mail, to, page, values }: AccountMail,
): LinkMail {
  return {
    kind: mail,
    to: { email: to.email, name: to.name, locale },
    brand,
    subject: t(`mail.${mail}.subject`),
    text: t(`mail.${mail}.text`, { ...values, brand: brand.name }),
    button: t(`mail.${mail}.button`, { brand: brand.name }),
    note: NOT_TO_IGNORE.includes(mail) ? null : t('mail.ignore'),
    why: whyOf(mail),
    page: page ?? home,
    hasToken: page !== undefined,
    accountId: to.id ?? null,
  };
}
