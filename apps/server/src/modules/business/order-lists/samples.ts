import { findAddressFaults } from '@keepsake/contracts/account/addresses';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { XMLBuilder } from 'fast-xml-parser';
import type { Article } from '../../exchange/merchandise/index.ts';
import { ADDRESS_FIELDS, CSV_COLUMNS } from './parsed.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

/** Addresses used in samples if the customer has none. */
const EXAMPLES: Readonly<Record<string, PostalAddress>> = {
  GB: {
    name: 'Alex Morgan',
    streetName: 'Fernlea Road 12',
    postalCode: 'SW12 9RT',
    city: 'London',
    country: 'GB',
  },
  AT: {
    name: 'Anna Gruber',
    streetName: 'Lindengasse',
    streetNumber: '8',
    postalCode: '1070',
    city: 'Wien',
    country: 'AT',
  },
  NL: {
    name: 'Sanne de Vries',
    streetName: 'Prinsengracht',
    streetNumber: '120',
    postalCode: '1015 EA',
    city: 'Amsterdam',
    country: 'NL',
  },
  FR: {
    name: 'Camille Martin',
    streetName: '12 rue des Lilas',
    postalCode: '69003',
    city: 'Lyon',
    country: 'FR',
  },
  SE: {
    name: 'Elin Larsson',
    streetName: 'Storgatan',
    streetNumber: '4',
    postalCode: '114 55',
    city: 'Stockholm',
    country: 'SE',
  },
};

type Made = {
  account: string;
  country: string;
  articles: readonly Article[];
  /** The customer's own, if deliveries there are possible. */
  address: PostalAddress | null;
};

/** Sample files that would be accepted: an order of the first article on sale, to the customer's own address. */
export function makeSamples({ account, country, articles, address }: Made) {
  const isOwn = address?.country === country && findAddressFaults(address).length === 0;
  const to = (isOwn ? address : null) ?? EXAMPLES[country];
  const sold = articles.filter(({ visible, pages }) => visible && !pages);
  const article = sold.find(({ type }) => type !== 'Print') ?? sold[0];
  if (!to || !article) return [];
  const item = { article: article.id, quantity: String(article.quantity.minimum) };
  const fields = Object.fromEntries(
    ADDRESS_FIELDS.flatMap((name) => {
      const value = to[name as keyof PostalAddress];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return [
    {
      format: 'xml' as const,
      name: 'orders-sample.xml',
      text: xmlOf(account, { reference: 'SAMPLE-XML-1', ...fields, item }),
    },
    {
      format: 'csv' as const,
      name: 'orders-sample.csv',
      text: csvOf({ account, reference: 'SAMPLE-CSV-1', ...fields, ...item }),
    },
  ];
}

function xmlOf(account: string, order: object): string {
  const declaration = { '@version': '1.0', '@encoding': 'UTF-8' };
  return builder.build({
    '?xml': declaration,
    orders: { '@xmlns': 'urn:keepsake:orders:1', '@account': account, order },
  });
}

function csvOf(row: Record<string, string>): string {
  const quoted = CSV_COLUMNS.map((name) => `"${(row[name] ?? '').replaceAll('"', '""')}"`);
  return `${CSV_COLUMNS.join(',')}\r\n${quoted.join(',')}\r\n`;
}
