import { once } from 'node:events';
import { addressLines } from '@keepsake/contracts/account/address-formats';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import PDFDocument from 'pdfkit';
import { dateInSentence } from '../../../platform/texts.ts';
import { isWritable } from '../../../platform/typeface.ts';
import { COLUMN_GAP, type Column, drawTable, type Row } from './draw-table.ts';
import { facturXMetadata } from './factur-x.ts';
import type { IssuedDocument, Party } from './issued-document.ts';
import { type Box, createPageWriter, type Element, LACKING, PAGE, type PageWriter } from './page-writer.ts';
import { invoiceTexts } from './texts.ts';

/** Name under which Factur-X readers look for it. */
const XML_NAME = 'factur-x.xml';

/**
 * Draws an invoice as PDF/A-3a, tagged, with its XML attached (Factur-X). The same document gives the same bytes, because all
 * dates are its own.
 */
export async function drawInvoice(document: IssuedDocument, xml: string): Promise<Buffer> {
  const { kind, number, locale } = document;
  const title = `${invoiceTexts(locale)(kind === 'invoice' ? 'title.invoice' : 'title.creditNote')} ${number}`;
  const issued = { title, at: new Date(`${document.issuedOn}T12:00:00Z`) };
  const pdf = openPdf(locale, issued);
  const content = collect(pdf);
  const writer = createPageWriter(pdf, footerHeightOf(pdf, document));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const y = drawHead(writer, root, document, title);
  drawTotals(writer, root, document, drawLines(writer, root, document, y));
  root.end();
  drawFooters(writer, document);
  attachXml(pdf, xml, { ...issued, title: `${title} (${document.seller.vatId})` });
  pdf.end();
  return content;
}

type Pdf = InstanceType<typeof PDFDocument>;
type Issued = { title: string; at: Date };

function openPdf(locale: string, { title, at }: Issued): Pdf {
  return new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: locale,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: true,
    font: null as unknown as string,
    info: { Title: title, Producer: 'Keepsake', Creator: 'Keepsake', CreationDate: at, ModDate: at },
  });
}

/** What a pdf writes until it ends. */
async function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(pdf, 'end');
  return Buffer.concat(chunks);
}

function attachXml(pdf: Pdf, xml: string, { title, at }: Issued): void {
  pdf.file(Buffer.from(xml), {
    name: XML_NAME,
    type: 'text/xml',
    description: title,
    creationDate: at,
    modifiedDate: at,
    // pdfkit supports it, its types do not.
    relationship: 'Alternative',
  } as object);
  (pdf as unknown as { appendXML(text: string): void }).appendXML(facturXMetadata(XML_NAME));
}

const HALF = 230;

/** Brand and title, the recipient, and the facts beside it; returns the position below. */
function drawHead(writer: PageWriter, root: Element, document: IssuedDocument, title: string): number {
  const { locale, brand, buyer, delivery, credits } = document;
  const t = invoiceTexts(locale);
  const whole = { x: PAGE.left, width: PAGE.right - PAGE.left };
  const day = (date: string) => dateInSentence(new Date(date), locale);
  let y = writer.write(root, 'P', brand, { ...whole, y: PAGE.top }, { size: 11, weight: 600, isSoft: true });
  y = writer.write(root, 'H1', title, { ...whole, y: y + 14 }, { size: 20, weight: 600 });
  if (credits) {
    const words = t('credits', { number: credits.number, date: day(credits.issuedOn) });
    y = writer.write(root, 'P', words, { ...whole, y: y + 2 });
  }
  const top = y + 20;
  const details = [
    [t('number'), document.number],
    [t('issuedOn'), day(document.issuedOn)],
    [t('deliveredOn'), day(document.deliveredOn)],
    [t('order'), document.orderCode],
    [t('orderedOn'), day(document.orderedOn)],
  ];
  const right = { x: PAGE.right - HALF, width: HALF };
  let beside = top;
  for (const [name, value] of details) {
    const text = `${name}: ${value}`;
    beside = writer.write(root, 'P', text, { ...right, y: beside }, { align: 'right' });
  }
  const pages = writer.pageCount();
  const left = { x: PAGE.left, width: HALF };
  let below = drawParty(writer, root, { party: buyer, title: t('buyer'), locale }, { ...left, y: top });
  if (delivery && linesOf(delivery).join() !== linesOf(buyer).join()) {
    const party = { party: delivery, title: t('deliveredTo'), locale };
    below = drawParty(writer, root, party, { ...left, y: below + 10 });
  }
  // Long addresses may have gone on to another page, which has no facts beside them.
  return (writer.pageCount() > pages ? below : Math.max(below, beside)) + 24;
}

const linesOf = ({ name, address }: Party) =>
  addressLines({ ...address, name, company: undefined, phoneNumber: undefined });

type Drawn = { party: Party; title: string; locale: IssuedDocument['locale'] };

function drawParty(writer: PageWriter, root: Element, { party, title, locale }: Drawn, box: Box): number {
  const t = invoiceTexts(locale);
  let y = writer.write(root, 'H2', title, box, { size: 8, weight: 600, isSoft: true });
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(party.address.country);
  const lines = [...linesOf(party), country ?? party.address.country];
  if (party.vatId) lines.push(t('vatId', { id: party.vatId }));
  for (const line of lines) y = writer.write(root, 'P', line, { ...box, y });
  return y;
}

function drawLines(writer: PageWriter, root: Element, document: IssuedDocument, y: number): number {
  const t = invoiceTexts(document.locale);
  const { money, unitPrice, rate, number } = formatsOf(document);
  const rows: Row[] = document.lines.map(({ title, quantity, net, allowances, ...line }) => {
    const before = net + allowances.reduce((sum, allowance) => sum + allowance.net, 0);
    return [
      { text: title, notes: allowances.map((one) => `${one.reason}: ${money(-one.net)}`) },
      { text: number(quantity) },
      { text: unitPrice(before / quantity) },
      { text: rate(line.rate) },
      { text: money(net) },
    ];
  });
  const parts = [
    ...document.charges.map((part) => ({ ...part, amount: part.net })),
    ...document.allowances.map((part) => ({ ...part, amount: -part.net })),
  ];
  for (const { reason, amount, rate: own } of parts)
    rows.push([{ text: reason }, { text: '' }, { text: '' }, { text: rate(own) }, { text: money(amount) }]);
  const columns = columnsOf(writer, rows, [t('item'), t('quantity'), t('unitPrice'), t('rate'), t('net')]);
  return drawTable(writer, root, { columns, rows, y });
}

/** The least widths of the columns after the first, which takes what is left: no amount is broken. */
const LEAST_WIDTHS = [50, 70, 45, 73.28];

function columnsOf(writer: PageWriter, rows: readonly Row[], titles: readonly string[]): Column[] {
  const widths = LEAST_WIDTHS.map((least, at) =>
    Math.max(least, ...rows.map((row) => writer.widthOf(writer.written(row[at + 1]?.text ?? ''), {}))),
  );
  const others = widths.reduce((sum, width) => sum + COLUMN_GAP + width, 0);
  const first = PAGE.right - PAGE.left - others;
  return titles.map((title, at) =>
    at === 0 ? { title, width: first } : { title, width: widths[at - 1] ?? 0, align: 'right' },
  );
}

/** Sums by rate, what was paid, and the notes required by law. */
function drawTotals(writer: PageWriter, root: Element, document: IssuedDocument, from: number): void {
  const { kind, locale, taxes, net, gross, paid, dueOn, seller, number } = document;
  const t = invoiceTexts(locale);
  const { money, rate } = formatsOf(document);
  const sums: [string, string, boolean][] = [
    [t('sum'), money(net), false],
    ...taxes.map((total): [string, string, boolean] => [
      t('taxOf', { rate: rate(total.rate), net: money(total.net) }),
      money(total.tax),
      false,
    ]),
    [t('gross'), money(gross), true],
  ];
  if (paid < gross) sums.push([t('due'), money(gross - paid), true]);
  // The sums are kept on one page.
  let y = writer.roomFor(from + 8, 17 * (sums.length + 4));
  writer.rule(y - 6);
  for (const [name, amount, isStrong] of sums) {
    const style = { weight: isStrong ? 600 : 400, align: 'right', size: isStrong ? 11 : 9 } as const;
    const text = `${name}: ${amount}`;
    y = writer.write(root, 'P', text, { x: PAGE.left, y, width: PAGE.right - PAGE.left }, style) + 3;
  }
  const sentences = taxes.flatMap(({ category }) => (category === 'S' ? [] : t(`free.${category}`)));
  if (paid >= gross) sentences.push(t(kind === 'invoice' ? 'isPaid' : 'isRefunded'));
  else if (dueOn !== null) {
    const { name, iban, bic } = seller.bank;
    const date = dateInSentence(new Date(dueOn), locale);
    sentences.push(t('dueOn', { date, bank: name, iban, bic, number }));
  }
  if (writer.isLacking()) sentences.push(t('lacking', { sign: LACKING, file: XML_NAME }));
  y += 14;
  for (const sentence of new Set(sentences))
    y = writer.write(root, 'P', sentence, { x: PAGE.left, y, width: PAGE.right - PAGE.left }) + 4;
}

const FOOTER = { size: 7.5, isSoft: true } as const;
/** Lines for which there is room below the text area. */
const FOOTER_LINES = 3;

/** What the footers take of the text area. */
function footerHeightOf(pdf: PageWriter['pdf'], document: IssuedDocument): number {
  const writer = createPageWriter(pdf);
  const lines = footerLines(writer, document).length;
  return Math.max(0, lines - FOOTER_LINES) * writer.leadingOf(FOOTER);
}

function footerLines(writer: PageWriter, { seller, locale, brand }: IssuedDocument): string[] {
  const t = invoiceTexts(locale);
  const { register, contact, bank, vatId } = seller;
  const lines = [
    [seller.seller, ...addressLines({ ...seller.address, name: brand }).filter((line) => line !== brand)],
    [t('vatId', { id: vatId }), t('register', register), contact.email, contact.phone ?? ''],
    [bank.name, `IBAN ${bank.iban}`, `BIC ${bank.bic}`],
  ].map((parts) => parts.filter(Boolean).join(' · '));
  return lines.flatMap((line) => writer.wrap(line, PAGE.right - PAGE.left, FOOTER));
}

/** The seller on every page, with the page number. */
function drawFooters(writer: PageWriter, document: IssuedDocument): void {
  const { pdf } = writer;
  const t = invoiceTexts(document.locale);
  const lines = footerLines(writer, document);
  const pages = writer.pageCount();
  const top = writer.bottom + 28;
  for (let page = 0; page < pages; page++) {
    pdf.switchToPage(page);
    writer.rule(top);
    writer.artifact(() => {
      const box = { x: PAGE.left, y: top + 6, width: PAGE.right - PAGE.left };
      const words = t('page', { page: page + 1, pages });
      const below = writer.draw(lines, box, FOOTER);
      const number = writer.wrap(words, box.width, FOOTER);
      writer.draw(number, { ...box, y: Math.max(below, 808) }, { ...FOOTER, align: 'right' });
    });
  }
}

/** How a document writes amounts, rates and numbers. */
export function formatsOf({ locale, currency }: Pick<IssuedDocument, 'locale' | 'currency'>) {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const number = new Intl.NumberFormat(locale);
  // The typeface lacks a few signs, such as that of the baht.
  const isCode = !isWritable(formatPrice(0, currency, locale));
  return {
    money: (amount: number) => formatPrice(amount, currency, locale, { isCode }),
    /** Two further decimals, because it is the price of the whole quantity divided. */
    unitPrice: (amount: number) => formatPrice(amount, currency, locale, { isCode, furtherDigits: 2 }),
    /** Of hundredths of a per cent. */
    rate: (rate: number) => percent.format(rate / 10_000),
    number: (value: number) => number.format(value),
  };
}
