import { expect, test } from 'vitest';
import { useFtpFolders } from './order-lists.fixture.ts';

/** Order files as spreadsheets and the libraries of Java, .NET, PHP and Python write them. */
const { world, ftp } = useFtpFolders();

const COMPANY = 'Berg & Sons; Photographers, York';

/** The sample with a company that has both separators, quoted as a program would. */
async function csv(separator: string, { end = '\r\n', isQuoted = false, empty = 0 } = {}): Promise<string> {
  const [header = '', row = ''] = (await ftp.sample('csv')).split('\r\n');
  const values = row.slice(1, -1).split('","');
  const fields = values.map((value, at) => (header.split(',')[at] === 'company' ? COMPANY : value));
  const quote = (value: string) =>
    isQuoted || value.includes(separator) ? `"${value.replaceAll('"', '""')}"` : value;
  return [header.split(','), fields]
    .map((line) => line.map(quote).join(separator) + separator.repeat(empty) + end)
    .join('');
}
const company = async () => {
  const row = await world.db
    .selectFrom('orders')
    .select('delivery_address')
    .where('user_id', '=', ftp.customerId)
    .executeTakeFirst();
  return (row?.delivery_address as { company?: string } | undefined)?.company;
};

test.each<[string, () => Promise<string>]>([
  ['an English Excel', () => csv(',')],
  ['a German, Dutch, French or Swedish Excel', () => csv(';')],
  ['an Excel that writes UTF-8', async () => `\ufeff${await csv(';')}`],
  ['an Excel that names its separator', async () => `sep=;\r\n${await csv(';')}`],
  [
    'an Excel with columns and lines that once had content',
    async () => {
      const text = await csv(';', { empty: 3 });
      return `${text}${';'.repeat(17)}\r\n`;
    },
  ],
  ['an Excel that saves tabs', () => csv('\t')],
  ['an old Mac', () => csv(';', { end: '\r' })],
  ['Python', () => csv(',', { end: '\n' })],
  ["PHP's fputcsv", () => csv(';', { end: '\n' })],
  ['a program that quotes everything', () => csv(';', { isQuoted: true })],
])('a CSV of %s is taken, with the other separators in its values', async (_who, write) => {
  await ftp.put('orders.csv', await write());
  await ftp.take();
  expect((await ftp.lists())[0]).toMatchObject({ state: 'taken', faults: [] });
  expect(await company()).toBe(COMPANY);
});

const LABELS: Record<string, string> = {
  streetName: 'Street Name',
  streetNumber: 'street_number',
  postalCode: 'Postal-Code',
  phoneNumber: 'Phone number ',
};
/** The sample with its header as `write` has it. */
async function csvWithHeader(write: (name: string, at: number) => string, separator = ';'): Promise<string> {
  const [header = '', row = ''] = (await csv(separator)).split('\r\n');
  return `${header.split(separator).map(write).join(separator)}\r\n${row}\r\n`;
}

test.each<[string, () => Promise<string>]>([
  ['in capitals', () => csvWithHeader((name) => name.toUpperCase())],
  ['as words', () => csvWithHeader((name) => LABELS[name] ?? name[0]?.toUpperCase() + name.slice(1))],
  ['with blanks around them', () => csvWithHeader((name) => `  ${name} `)],
  ['with no-break spaces', () => csvWithHeader((name) => `\u00a0${name}\u00a0`)],
  ['in quotation marks after a blank', () => csvWithHeader((name) => ` "${name}" `)],
  ['in quotation marks after a no-break space', () => csvWithHeader((name) => `\u00a0"${name}"\u00a0`)],
  ['in quotation marks of a word processor', () => csvWithHeader((name) => `“${name}”`)],
  ['with two byte order marks', async () => `\ufeff\ufeff${await csvWithHeader((name) => `"${name}"`)}`],
  ['with a byte order mark after the separator', async () => `sep=;\r\n\ufeff${await csv(';')}`],
  ['with characters of no width', () => csvWithHeader((name) => `${name}\u200b`)],
  ['below empty lines', async () => `\r\n \r\n;;;\r\n${await csv(';')}`],
])('column names %s are known', async (_how, write) => {
  await ftp.put('orders.csv', await write());
  await ftp.take();
  expect((await ftp.lists())[0]).toMatchObject({ state: 'taken', faults: [] });
  expect(await company()).toBe(COMPANY);
});

test('values with no-break spaces around them are taken without', async () => {
  const [header = '', row = ''] = (await csv(';', { isQuoted: true })).split('\r\n');
  await ftp.put('orders.csv', `${header}\r\n${row.replaceAll(/(^|;)"([^"]+)"/g, '$1"\u00a0$2\u00a0"')}\r\n`);
  await ftp.take();
  expect((await ftp.lists())[0]).toMatchObject({ state: 'taken', faults: [] });
  expect(await company()).toBe(COMPANY);
});

test('a column that is there twice under two spellings is refused as it was written', async () => {
  await ftp.put('orders.csv', await csvWithHeader((name) => (name === 'reference' ? 'ACCOUNT' : name)));
  await ftp.take();
  expect((await ftp.lists())[0]?.faults).toMatchObject([{ code: 'unknown', value: 'ACCOUNT', line: 1 }]);
});

test('a column that is there twice is refused, and its line counts the line above', async () => {
  const text = (await csv(';')).replace('reference', 'account');
  await ftp.put('orders.csv', `sep=;\n${text}`);
  await ftp.take();
  expect((await ftp.lists())[0]?.faults).toMatchObject([{ code: 'unknown', value: 'account', line: 2 }]);
});

test('a value in a column without a name is refused', async () => {
  const [header = '', row = ''] = (await csv(';', { empty: 1 })).split('\r\n');
  await ftp.put('orders.csv', `${header}\r\n${row}London\r\n`);
  await ftp.take();
  expect((await ftp.lists())[0]?.faults).toMatchObject([{ code: 'unknown', value: 'column 16' }]);
});

test.each<[string, (text: string) => string]>([
  [
    'JAXB, with a prefix',
    (text) => text.replace('xmlns="', 'xmlns:ns2="').replaceAll(/<(\/?)(\w)/g, '<$1ns2:$2'),
  ],
  [
    '.NET, with its own namespaces and nothing for null',
    (text) =>
      text
        .replace(
          '<orders ',
          '<orders xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" ',
        )
        .replace('<city>', '<company xsi:nil="true" /><city>'),
  ],
  ["PHP's XMLWriter, on one line", (text) => text.replace(/>\s+</g, '><')],
  ["Python's ElementTree, with single quotes", (text) => text.replace(/="([^"]*)"/g, "='$1'")],
  [
    'an editor, with a byte order mark and comments',
    (text) => `\ufeff${text.replace('<item>', '<!-- <order> -->\n<item>')}`,
  ],
])('an XML of %s is taken', async (_who, change) => {
  await ftp.put('orders.xml', change(await ftp.sample('xml')));
  await ftp.take();
  expect((await ftp.lists())[0]).toMatchObject({ state: 'taken', faults: [] });
});
