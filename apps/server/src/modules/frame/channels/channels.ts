import type { PublicChannel } from '@keepsake/contracts';
import type { Legal } from './legal.ts';

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
  legal: Legal;
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
  legal: {
    seller: 'Pennyfern Ltd',
    address: {
      streetName: 'Fern Row',
      streetNumber: '12',
      postalCode: 'HU1 1AA',
      city: 'Hull',
      country: 'GB',
    },
    register: { name: 'Companies House, Cardiff', number: '09999342' },
    vatId: 'GB371940250',
    contact: { email: 'care@pennyfern.example', phone: '+44 20 7946 0342' },
    bank: { name: 'Bank of Fern Row', iban: 'GB33BUKB20201555555555', bic: 'BUKBGB22' },
    invoices: 'reported',
  },
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
    legal: {
      seller: 'Bildersonn GmbH',
      address: {
        streetName: 'Sonnengasse',
        streetNumber: '7',
        postalCode: '1010',
        city: 'Wien',
        country: 'AT',
      },
      register: { name: 'Handelsgericht Wien', number: 'FN 999342k' },
      vatId: 'ATU73904153',
      contact: { email: 'care@bildersonn.example', phone: '+43 1 9999342' },
      bank: { name: 'Sonnenbank', iban: 'AT611904300234573201', bic: 'BKAUATWW' },
      invoices: 'issue',
    },
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
    legal: {
      seller: 'Kiekhof B.V.',
      address: { streetName: 'Kade', streetNumber: '4', postalCode: '2611 AA', city: 'Delft', country: 'NL' },
      register: { name: 'KvK', number: '99934210' },
      vatId: 'NL804216935B60',
      contact: { email: 'care@kiekhof.example', phone: '+31 15 999 3421' },
      bank: { name: 'Bank aan de Kade', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
      invoices: 'issue',
    },
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
    legal: {
      seller: 'Cliclune SARL',
      address: {
        streetName: 'rue de la Lune',
        streetNumber: '9',
        postalCode: '69001',
        city: 'Lyon',
        country: 'FR',
      },
      register: { name: 'RCS Lyon', number: '804 216 935' },
      vatId: 'FR81804216935',
      contact: { email: 'care@cliclune.example', phone: '+33 1 99 00 34 21' },
      bank: { name: 'Banque de la Lune', iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPP' },
      invoices: 'reported',
    },
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
    legal: {
      seller: 'Stundbo AB',
      address: {
        streetName: 'Strandvägen',
        streetNumber: '3',
        postalCode: '111 20',
        city: 'Stockholm',
        country: 'SE',
      },
      register: { name: 'Bolagsverket', number: '559804-2165' },
      vatId: 'SE559804216501',
      contact: { email: 'care@stundbo.example', phone: '+46 8 465 004 21' },
      bank: { name: 'Strandbanken', iban: 'SE4550000000058398257466', bic: 'ESSESESS' },
      invoices: 'reported',
    },
    serviceHost: 'tjanster.stundbo.example',
    ...ownPages,
  },
];
