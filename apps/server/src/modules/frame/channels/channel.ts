import type { PublicChannel } from '@keepsake/contracts';

/** A regional brand of the retailer: what it looks like, where it is found and what it sells in. */
export type Channel = {
  /** The brand's name as it stands in addresses, folder names and customers' rows. */
  id: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  locale: PublicChannel['locale'];
  /** ISO 4217. */
  currency: string;
  timeZone: string;
  /** The retailer's id for this brand in orders, widgets and merchandise. */
  vendor: string;
  /** White text is readable on `light`; `dark` is readable on dark surfaces. */
  accent: { light: string; dark: string };
  /** Every host the brand is reached under; the first is the one it writes in addresses. */
  hosts: readonly [string, ...string[]];
  /** Where service calls go, for the brand that has them on a host of their own. */
  serviceHost?: string;
  /** Addresses of the shop's own pages: absolute, or a path of this site. */
  faqUrl: string;
  customerCareUrl: string;
  productsUrl: string;
};
