import type { PublicChannel } from '@keepsake/contracts';

/** A regional brand of the retailer: what it looks like, where it is found and what it sells in. */
export type Channel = {
  /** The brand's name in addresses, folder names and customers' rows. */
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
  /** All hosts of the brand; the first one is used in links. */
  hosts: readonly [string, ...string[]];
  /** Host of the service calls, where a brand has its own. */
  serviceHost?: string;
  /** Addresses of the shop's own pages: absolute, or a path of this site. */
  faqUrl: string;
  customerCareUrl: string;
  productsUrl: string;
  /** Who sends what advertises, as the law has it stand at its end: company, address, and how it is reached. */
  imprint: string;
  /** Where people of the brand read what no customer's order matches; for nobody but them. */
  customerCareEmail?: string;
};

/** Pages of this server, until a shop configures its own. */
const ownPages = { faqUrl: '/help/faq', customerCareUrl: '/help/contact', productsUrl: '/help/products' };

/** The brand's hosts on the internet, and one without a name server: browsers resolve *.localhost to this machine. */
function hostsOf(brand: string): Channel['hosts'] {
  return [`www.${brand}.example`, `${brand}.example`, `${brand}.localhost`];
}

/** The brand of whoever asks for none, and of customers whose own no longer exists. */
export const defaultChannel: Channel = {
  id: 'pennyfern',
  name: 'Pennyfern',
  country: 'GB',
  locale: 'en-GB',
  currency: 'GBP',
  timeZone: 'Europe/London',
  vendor: 'pennyfern-gb',
  accent: { light: '#1f6b52', dark: '#62c9a2' },
  hosts: hostsOf('pennyfern'),
  customerCareEmail: 'care@pennyfern.example',
  imprint: 'Pennyfern Ltd, 12 Fern Row, Hull HU1 1AA, United Kingdom · care@pennyfern.example',
  ...ownPages,
};

/** The five brands; all invented, like the domains, which nobody can register. */
export const channels: readonly Channel[] = [
  defaultChannel,
  {
    id: 'bildersonn',
    name: 'Bildersonn',
    country: 'AT',
    locale: 'de-AT',
    currency: 'EUR',
    timeZone: 'Europe/Vienna',
    vendor: 'bildersonn-at',
    accent: { light: '#a83a2a', dark: '#f08a78' },
    hosts: hostsOf('bildersonn'),
    customerCareEmail: 'care@bildersonn.example',
    imprint: 'Bildersonn GmbH, Sonnengasse 7, 1010 Wien, Österreich · care@bildersonn.example',
    ...ownPages,
  },
  {
    id: 'kiekhof',
    name: 'Kiekhof',
    country: 'NL',
    locale: 'nl-NL',
    currency: 'EUR',
    timeZone: 'Europe/Amsterdam',
    vendor: 'kiekhof-nl',
    accent: { light: '#b84300', dark: '#ff9d5c' },
    hosts: hostsOf('kiekhof'),
    customerCareEmail: 'care@kiekhof.example',
    imprint: 'Kiekhof B.V., Kade 4, 2611 AA Delft, Nederland · care@kiekhof.example',
    ...ownPages,
  },
  {
    id: 'cliclune',
    name: 'Cliclune',
    country: 'FR',
    locale: 'fr-FR',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    vendor: 'cliclune-fr',
    accent: { light: '#4350b0', dark: '#a3afff' },
    hosts: hostsOf('cliclune'),
    customerCareEmail: 'care@cliclune.example',
    imprint: 'Cliclune SARL, 9 rue de la Lune, 69001 Lyon, France · care@cliclune.example',
    ...ownPages,
  },
  {
    id: 'stundbo',
    name: 'Stundbo',
    country: 'SE',
    locale: 'sv-SE',
    currency: 'SEK',
    timeZone: 'Europe/Stockholm',
    vendor: 'stundbo-se',
    accent: { light: '#0b668a', dark: '#64c0e6' },
    hosts: hostsOf('stundbo'),
    customerCareEmail: 'care@stundbo.example',
    imprint: 'Stundbo AB, Strandvägen 3, 111 20 Stockholm, Sverige · care@stundbo.example',
    serviceHost: 'tjanster.stundbo.example',
    ...ownPages,
  },
];
