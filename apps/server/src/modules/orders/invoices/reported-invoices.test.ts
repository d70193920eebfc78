import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { asCustomerId } from '../../../testing/customer-ids.ts';
import { collectUnhandled } from '../../../testing/unhandled-rejections.ts';
import { auditStorage } from '../../library/storage-audit/index.ts';
import { NORTH_TOKEN, PLANT_TOKEN, startInvoices } from './invoices.fixture.ts';

const PDF = new Uint8Array(Buffer.from('%PDF-1.7 one invoice'));
const OTHER_PDF = new Uint8Array(Buffer.from('%PDF-1.7 the same, corrected'));

let shop: Awaited<ReturnType<typeof startInvoices>>;
let mia: CustomerId;
let code: string;
beforeAll(async () => {
  shop = await startInvoices();
});
beforeEach(async () => {
  mia = await shop.addCustomer();
  code = shop.newCode();
});
afterAll(() => shop.stop());

describe('an invoice that a shop reports', () => {
  test('is listed with its amounts and its order, and says that its PDF is pending [INV-02]', async () => {
    await shop.order(mia, `K-${code}`);
    const orderCodes = [`K-${code}`, 'K-of-nobody'];
    const saved = await shop.save(code, shop.invoiceOf(mia, { number: 'RE 2026/7', orderCodes }));
    expect(saved).toMatchObject({ status: 200, body: { version: 1, lacksPdf: true } });
    const { body } = await shop.list(mia);
    expect(body).toMatchObject({
      years: [2026],
      channels: [{ id: 'pennyfern', name: 'Pennyfern' }],
      cursor: null,
    });
    expect(body.items).toMatchObject([
      { number: 'RE 2026/7', net: 1_000, tax: 200, gross: 1_200, state: 'paid', issuedOn: '2026-05-20' },
    ]);
    expect(body.items[0]).toMatchObject({ orderCodes: [`K-${code}`], pdfUrl: null, creditNotes: [] });
  });

  test('is stored once, in its newest version, in whatever order versions arrive', async () => {
    const first = shop.invoiceOf(mia, { state: 'open' });
    const saved = await shop.save(code, first);
    const paid = { ...first, version: 3, state: 'paid' };
    const { body: newer } = await shop.save(code, paid);
    expect(newer).toMatchObject({ invoiceId: saved.body.invoiceId, version: 3 });
    expect((await shop.save(code, { ...first, version: 2 })).body.version).toBe(3);
    expect((await shop.save(code, paid)).status).toBe(200);
    expect((await shop.save(code, { ...paid, state: 'open' })).status).toBe(409);
    const { body } = await shop.list(mia);
    expect(body.items.map(({ state }) => state)).toEqual(['paid']);
  });

  test('keeps its number, which no other invoice of the channel can have, of any customer', async () => {
    const number = `RE-${code}`;
    await shop.save(code, shop.invoiceOf(mia, { number }));
    const noah = await shop.addCustomer();
    const taken = await shop.save(shop.newCode(), shop.invoiceOf(noah, { number }));
    expect(taken.status).toBe(409);
    expect(taken.body.errors).toMatchObject([{ path: 'body.number' }]);
    const renamed = await shop.save(code, shop.invoiceOf(mia, { number: `${number}-b`, version: 2 }));
    expect(renamed.status).toBe(409);
    const elsewhere = { number, channel: 'stundbo', currency: 'SEK' };
    expect((await shop.save(shop.newCode(), shop.invoiceOf(noah, elsewhere))).status).toBe(200);
  });

  test('of several simultaneous requests is one invoice', async () => {
    const invoice = shop.invoiceOf(mia);
    const answers = await Promise.all([1, 2, 3, 4].map(() => shop.save(code, invoice)));
    // A request between the two statements of another is told to retry.
    const existing = answers.filter(({ status }) => status === 200).map(({ body }) => body.invoiceId);
    expect(new Set(existing).size).toBe(1);
    expect((await shop.save(code, invoice)).body.invoiceId).toBe(existing[0]);
    expect((await shop.list(mia)).body.items).toHaveLength(1);
  });

  test.each([
    ['a gross that is not the sum', { gross: 1_201 }, 'body.gross'],
    ['a net that is not that of its parts', { net: 900, gross: 1_100 }, 'body.net'],
    ['a tax that is not that of its parts', { tax: 100, gross: 1_100 }, 'body.tax'],
    ['an unknown channel', { channel: 'nowhere' }, 'body.channel'],
    ['a day that is far ahead', { issuedOn: '2026-07-20' }, 'body.issuedOn'],
    ['an invoice that credits one', { credits: 'RE-1' }, 'body.credits'],
    ['a number with a line break', { number: 'RE\n1' }, 'body.number'],
  ])('is refused with %s', async (_, changes, path) => {
    const { status, body } = await shop.save(code, shop.invoiceOf(mia, changes));
    expect(status).toBe(400);
    expect(body.errors?.map((error) => error.path)).toContain(path);
  });

  test('is refused without the scope, in another channel, for an unknown customer, and where invoices are issued here', async () => {
    const invoice = shop.invoiceOf(mia);
    expect((await shop.save(code, invoice, PLANT_TOKEN)).status).toBe(403);
    expect((await shop.save(code, invoice, NORTH_TOKEN)).status).toBe(403);
    const unknown = asCustomerId('0190ffff-0000-7000-8000-000000000000');
    expect((await shop.save(code, shop.invoiceOf(unknown))).status).toBe(404);
    const issued = await shop.save(code, shop.invoiceOf(mia, { channel: 'kiekhof', currency: 'EUR' }));
    expect(issued.status).toBe(409);
    expect(issued.body.errors).toMatchObject([{ path: 'body.channel' }]);
  });
});

describe('the pdf of an invoice', () => {
  test('is opened by its id, in its channel, and only by its customer [INV-01, INV-03]', async () => {
    const { body: saved } = await shop.save(code, shop.invoiceOf(mia, { number: 'RE 2026/8' }));
    expect(await shop.putPdf(code, mia, PDF)).toMatchObject({ status: 200, body: { bytes: PDF.length } });
    const id = saved.invoiceId;
    const historical = `HistoricalInvoice/me/pdf/${id}`;
    for (const path of [`InvoiceGroupFiles/me/${id}`, `${historical}/pennyfern`]) {
      const answer = await shop.fetchPdf(mia, path);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toContain('RE 2026-8.pdf');
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF);
    }
    expect((await shop.fetchPdf(mia, `${historical}/stundbo`)).status).toBe(404);
    const noah = await shop.addCustomer();
    for (const path of [`InvoiceGroupFiles/me/${id}`, `${historical}/pennyfern`])
      expect((await shop.fetchPdf(noah, path)).status).toBe(404);
    const [listed] = (await shop.list(mia)).body.items;
    expect(await (await fetch(shop.address + listed?.pdfUrl)).text()).toBe('%PDF-1.7 one invoice');
  });

  test('is refused if the invoice disappears while it is received', async () => {
    const unhandled = collectUnhandled();
    await shop.save(code, shop.invoiceOf(mia));
    const { putFile } = shop.objects;
    vi.spyOn(shop.objects, 'putFile').mockImplementationOnce(async (...file) => {
      await putFile(...file);
      await shop.db.deleteFrom('invoices').where('user_id', '=', mia).execute();
    });
    expect((await shop.putPdf(code, mia, PDF)).status).toBe(404);
    expect(unhandled).toEqual([]);
    for await (const { key } of shop.objects.list(`invoices/${mia}`)) await shop.objects.remove([key]);
  });

  test('comes after the invoice, complete, and once; another one replaces it', async () => {
    expect((await shop.putPdf(code, mia, PDF)).status).toBe(404);
    await shop.save(code, shop.invoiceOf(mia));
    expect((await shop.putPdf(code, mia, PDF, '0'.repeat(64))).status).toBe(400);
    expect((await shop.putPdf(code, mia, new Uint8Array(Buffer.from('a text')))).status).toBe(422);
    const screens = await shop.listen(mia);
    for (const pdf of [PDF, PDF, OTHER_PDF]) expect((await shop.putPdf(code, mia, pdf)).status).toBe(200);
    await expect
      .poll(() => screens.map((message) => 'type' in message && message.type))
      .toContain('invoices-changed');
    expect(await countObjects()).toBe(2);
    await shop.run('purge-order-files');
    expect(await countObjects()).toBe(1);
    expect((await auditStorage(shop)).findings).toEqual([]);
  });

  test('that the store has lost is found by the audit, and accepted again', async () => {
    await shop.save(code, shop.invoiceOf(mia));
    await shop.putPdf(code, mia, PDF);
    for await (const { key } of shop.objects.list(`invoices/${mia}/`)) await shop.objects.remove([key]);
    const { findings } = await auditStorage(shop);
    expect(findings.map(({ what }) => what)).toEqual(['invoices that are missing or have another size']);
    await shop.putPdf(code, mia, PDF);
    await shop.run('purge-order-files');
    expect((await auditStorage(shop)).findings).toEqual([]);
  });

  async function countObjects(): Promise<number> {
    let count = 0;
    for await (const _ of shop.objects.list(`invoices/${mia}/`)) count++;
    return count;
  }
});
