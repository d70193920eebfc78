import type { AccountEventKind } from '@keepsake/contracts/account/account-events';
import { dateInWords } from '@keepsake/contracts/platform/formats';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Device } from '../../../../platform/http/device.ts';
import type { Mail } from '../../../../platform/mail.ts';
import { dateInSentence } from '../../../../platform/texts.ts';
import { zoneNameInMails } from '../../../../platform/zone-in-mails.ts';
import { addressOfOwnPage } from '../../../frame/channels/index.ts';
import { composeMail } from '../../../frame/mails/index.ts';
import type { Appearance, TextKey } from '../../pages/index.ts';

/** Kinds with texts for a mail. */
export type MailedEvent = TextKey extends infer Key
  ? Key extends `event.${infer Kind extends AccountEventKind}.subject`
    ? Kind
    : never
  : never;

/** The page of the web app where customers secure their account. */
const SECURITY_PAGE = '/settings/security';

type EventMail = {
  kind: MailedEvent;
  /** The account's id, address and name. */
  to: { id: CustomerId; email: string; name: string };
  device: Device;
  at: Date;
  publicUrl: string;
};

/** The mail about an event of an account: when, with which device, and what to do if it was somebody else. */
export function eventMail(
  { t, brand, locale }: Appearance,
  { kind, to, device, at, publicUrl }: EventMail,
): Mail {
  const { timeZone } = brand;
  const timeZoneName = zoneNameInMails({ at, locale, timeZone });
  const clockTime = { hour: '2-digit', minute: '2-digit', timeZoneName, timeZone } as const;
  const when = {
    date: dateInSentence(at, locale, timeZone),
    time: dateInWords(at, locale, clockTime),
    device:
      [device.browser, device.system].filter((one) => one !== null).join(' · ') ||
      t(`event.device.${device.device ?? 'unknown'}`),
  };
  return composeMail({
    kind: 'security',
    to: { email: to.email, name: to.name, locale },
    brand,
    subject: t(`event.${kind}.subject`),
    text: [t(`event.${kind}.text`, { brand: brand.name }), t('event.when', when)],
    button: t('event.button'),
    note: t('event.notYou'),
    why: 'account',
    link: addressOfOwnPage({ publicUrl, page: SECURITY_PAGE, channel: brand.id, customerId: to.id }),
  });
}
