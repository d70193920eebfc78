import type { Channel } from './channel.ts';

/** Pages this server has itself, until a shop gives the addresses of its own. */
const ownPages = { faqUrl: '/help/faq', customerCareUrl: '/help/contact', productsUrl: '/help/products' };

/** The brand's hosts on the internet, and the one that needs no name server: browsers take *.localhost as this machine. */
function hostsOf(brand: string): Channel['hosts'] {
  return [`www.${brand}.example`, `${brand}.example`, `${brand}.localhost`];
}

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
    serviceHost: 'tjanster.stundbo.example',
    ...ownPages,
  },
];
