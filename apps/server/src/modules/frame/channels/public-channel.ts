import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { localePath } from '@keepsake/contracts/platform/start-of-page';
import type { Channel } from './channels-file.ts';
import { legalLinksOf } from './legal-links.ts';
import type { Picture } from './pictures.ts';

/** The host of a channel's service calls: its service host if it has one, else the brand's. */
export function serviceHostOf({ serviceHost, hosts }: Channel): string {
  return serviceHost ?? hosts[0];
}

const PICTURES = { logo: 'logo', 'logo-dark': 'logoDark', icon: 'icon' } as const;

/** A picture of a channel by its file name in addresses, such as `logo-dark.svg`; null if there is none of that name. */
export function pictureOf({ pictures }: Channel, fileName: string): Picture | null {
  const [name = '', extension] = fileName.split('.');
  const picture = Object.hasOwn(PICTURES, name) ? pictures[PICTURES[name as keyof typeof PICTURES]] : null;
  return picture?.extension === extension ? picture : null;
}

/** The public view of a channel. */
export function toPublicChannel(channel: Channel): PublicChannel {
  const { id, pictures, locale, wordings, retention } = channel;
  const addressOf = (name: keyof typeof PICTURES) => {
    const { extension, version } = pictures[PICTURES[name]];
    return `/channels/${id}/${name}.${extension}?v=${version}`;
  };
  return {
    id,
    name: channel.name,
    country: channel.country,
    locale,
    direction: channel.direction,
    currency: channel.currency,
    timeZone: channel.timeZone,
    vendor: channel.vendor,
    accent: channel.accent,
    faqUrl: channel.faqUrl,
    customerCareUrl: channel.customerCareUrl,
    productsUrl: channel.productsUrl,
    legalLinks: legalLinksOf(channel, locale),
    logoUrl: addressOf('logo'),
    logoDarkUrl: addressOf('logo-dark'),
    faviconUrl: addressOf('icon'),
    storageMonths: retention === 'off' ? null : retention.months,
    ...(wordings && { textsUrl: `${localePath(locale)}?channel=${id}&v=${wordings}` }),
  };
}
