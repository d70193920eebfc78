import { addressLines, formatPrice } from '@keepsake/contracts';
import PDFDocument from 'pdfkit';
import { dateInSentence } from '../../../../platform/texts.ts';
import { drawTable, type Row } from './draw-table.ts';
import { facturXMetadata } from './factur-x.ts';
import type { IssuedDocument, Party } from './issued-document.ts';
import { createPageWriter, PAGE, type PageWriter } from './page-writer.ts';
import { invoiceTexts } from './texts.ts';

type Element = ReturnType<PageWriter['pdf']['struct']>;

/** Name under which Factur-X readers look for it. */
const XML_NAME = 'factur-x.xml';

/**
 * Draws an invoice as PDF/A-3a, tagged, with its XML attached (Factur-X). The same document gives the same bytes, because all
 * dates are its own.
 */
export async function drawInvoice(document: IssuedDocument, xml: string): Promise<Buffer> {
  const { kind, number, issuedOn, locale, seller } = document;
  const t = invoiceTexts(locale);
  const issuedAt = new Date(`${issuedOn}T12:00:00Z`);
  const title = `${t(kind === 'invoice' ? 'title.invoice' : 'title.creditNote')} ${number}`;
  const pdf = new PDFDocument({
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
    info: {
      Title: title,
      Producer: 'Keepsake',
      Creator: 'Keepsake',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  const writer = createPageWriter(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const y = drawHead(writer, root, document, title);
  drawTotals(writer, root, document, drawLines(writer, root, document, y));
  root.end();
  drawFooters(writer, document);
  pdf.file(Buffer.from(xml), {
    name: XML_NAME,
    type: 'text/xml',
    description: `${title} (${seller.vatId})`,
    creationDate: issuedAt,
    modifiedDate: issuedAt,
    // pdfkit supports it, its types do not.
    relationship: 'Alternative',
  } as object);
  (pdf as unknown as { appendXML(text: string): void }).appendXML(facturXMetadata(XML_NAME));
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
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
  const left = { x: PAGE.left, width: HALF };
  const right = { x: PAGE.right - HALF, width: HALF };
  let below = drawParty(writer, root, { party: buyer, title: t('buyer'), locale }, { ...left, y: top });
  if (delivery && linesOf(delivery).join() !== linesOf(buyer).join())
    below = drawParty(
      writer,
      root,
      { party: delivery, title: t('deliveredTo'), locale },
      { ...left, y: below + 10 },
    );
  const facts = [
    [t('number'), document.number],
    [t('issuedOn'), day(document.issuedOn)],
    [t('deliveredOn'), day(document.deliveredOn)],
    [t('order'), document.orderCode],
    [t('orderedOn'), day(document.orderedOn)],
  ];
  let beside = top;
  for (const [name, value] of facts) {
    const text = `${name}: ${value}`;
    beside = writer.write(root, 'P', text, { ...right, y: beside }, { align: 'right' });
  }
  return Math.max(below, beside) + 24;
}

const linesOf = ({ name, address }: Party) =>
  addressLines({ ...address, name, company: undefined, phoneNumber: undefined });

type Drawn = { party: Party; title: string; locale: IssuedDocument['locale'] };

function drawParty(
  writer: PageWriter,
  root: Element,
  { party, title, locale }: Drawn,
  box: { x: number; y: number; width: number },
): number {
  const t = invoiceTexts(locale);
  let y = writer.write(root, 'H2', title, box, { size: 8, weight: 600, isSoft: true });
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(party.address.country);
  const lines = [...linesOf(party), country ?? party.address.country];
  if (party.vatId) lines.push(t('vatId', { id: party.vatId }));
  for (const line of lines) y = writer.write(root, 'P', line, { ...box, y });
  return y;
}

function formatsOf({ locale, currency }: IssuedDocument) {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const number = new Intl.NumberFormat(locale);
  return {
    money: (amount: number) => formatPrice(amount, currency, locale),
    /** Two further decimals, because it is the price of the whole quantity divided. */
    unitPrice: (amount: number) => formatPrice(amount, currency, locale, 2),
    rate: (rate: number) => percent.format(rate / 10_000),
    number: (value: number) => number.format(value),
  };
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
  const right = 'right' as const;
  const columns = [
    { title: t('item'), width: 205 },
    { title: t('quantity'), width: 50, align: right },
    { title: t('unitPrice'), width: 70, align: right },
    { title: t('rate'), width: 45, align: right },
    { title: t('net'), width: 73.28, align: right },
  ];
  return drawTable(writer, root, { columns, rows, y, addPage: () => addPage(writer) });
}

function addPage({ pdf }: PageWriter): number {
  pdf.addPage();
  return PAGE.top;
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
  let y = from + 8 + 17 * (sums.length + 4) > PAGE.bottom ? addPage(writer) : from + 8;
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
  y += 14;
  for (const sentence of new Set(sentences))
    y = writer.write(root, 'P', sentence, { x: PAGE.left, y, width: PAGE.right - PAGE.left }) + 4;
}

/** The seller on every page, with the invoice number. */
function drawFooters(writer: PageWriter, { seller, locale, brand }: IssuedDocument): void {
  const { pdf } = writer;
  const t = invoiceTexts(locale);
  const { register, contact, bank, vatId } = seller;
  const lines = [
    [seller.seller, ...addressLines({ ...seller.address, name: brand }).filter((line) => line !== brand)],
    [t('vatId', { id: vatId }), t('register', register), contact.email, contact.phone ?? ''],
    [bank.name, `IBAN ${bank.iban}`, `BIC ${bank.bic}`],
  ].map((parts) => parts.filter(Boolean).join(' · '));
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    writer.rule(768);
    writer.artifact(() => {
      const style = { size: 7.5, isSoft: true } as const;
      const box = { x: PAGE.left, y: 774, width: PAGE.right - PAGE.left };
      writer.draw(lines, box, style);
      const words = t('page', { page: page + 1, pages: count });
      writer.draw([words], { ...box, y: 808 }, { ...style, align: 'right' });
    });
  }
}
