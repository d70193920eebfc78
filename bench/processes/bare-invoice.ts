import { formatPrice } from '@keepsake/contracts/platform/currencies';
import PDFDocument from 'pdfkit';
import {
  type IssuedDocument,
  runsOf,
} from '../../apps/server/src/modules/orders/invoices/issue/drawing.fixture.ts';

const fontOf = (weight: 400 | 600): Buffer => runsOf('A', weight)[0]?.face.bytes ?? Buffer.alloc(0);
const LEFT = 51;
const BOTTOM = 740;
const COLUMNS = [
  { x: LEFT, width: 205 },
  ...[266, 326, 406, 461].map((x, at) => ({ x, width: [50, 70, 45, 73][at] ?? 0, align: 'right' as const })),
];

/**
 * Baseline of an invoice: the same text in the same typeface with the same XML attached, using only pdfkit, without tags,
 * archive format and structure.
 */
export async function drawBare(document: IssuedDocument, xml: string): Promise<Buffer> {
  const { locale, currency, number, brand, buyer, seller, lines, taxes, net, gross } = document;
  const money = (amount: number) => formatPrice(amount, currency, locale);
  const pdf = new PDFDocument({ size: 'A4', margin: 0, font: null as unknown as string });
  const chunks: Buffer[] = [];
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.registerFont('text', fontOf(400)).registerFont('strong', fontOf(600)).font('strong').fontSize(20);
  pdf.text(brand, LEFT, 50).text(`Rechnung ${number}`, LEFT, 70).font('text').fontSize(9);
  const { streetName, streetNumber, postalCode, city } = buyer.address;
  const head = [buyer.name, `${streetName} ${streetNumber}`, `${postalCode} ${city}`, buyer.vatId ?? ''];
  for (const [at, line] of [...head, document.orderCode, document.orderedOn].entries())
    pdf.text(line, LEFT, 110 + 13 * at, { lineBreak: false });
  let y = 220;
  for (const line of lines) {
    if (y > BOTTOM) {
      drawFoot();
      pdf.addPage();
      y = 60;
    }
    const { title, quantity, rate } = line;
    const cells = [title, String(quantity), money(line.net / quantity), `${rate / 100} %`, money(line.net)];
    for (const [at, { x, ...box }] of COLUMNS.entries()) pdf.text(cells[at] ?? '', x, y, box);
    y += 19;
  }
  if (y > BOTTOM - 100) {
    pdf.addPage();
    y = 60;
  }
  const sums = [
    ['Summe', net] as const,
    ...taxes.map(({ tax }) => ['USt', tax] as const),
    ['Gesamt', gross] as const,
  ];
  for (const [name, amount] of sums) {
    y += 17;
    pdf.text(`${name}: ${money(amount)}`, LEFT, y, { width: 490, align: 'right' });
  }
  drawFoot();
  pdf.file(Buffer.from(xml), { name: 'factur-x.xml', type: 'text/xml' });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);

  function drawFoot(): void {
    const { bank, vatId, contact } = seller;
    for (const [at, line] of [
      seller.seller,
      `${vatId} · ${contact.email}`,
      `${bank.name} · ${bank.iban}`,
    ].entries())
      pdf.text(line, LEFT, 774 + 11 * at, { lineBreak: false });
  }
}
