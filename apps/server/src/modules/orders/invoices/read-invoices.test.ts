import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inspectZip } from '../../../platform/archive/testing/zip-tools.ts';
import { unprovenAddressesOf } from '../../../platform/testing/unproven-addresses.ts';
import { startInvoices } from './invoices.fixture.ts';
import { stateOf } from './present-invoices.ts';

let shop: Awaited<ReturnType<typeof startInvoices>>;
let mia: CustomerId;
beforeAll(async () => {
  shop = await startInvoices();
});
beforeEach(async () => {
  mia = await shop.addCustomer();
});
afterAll(() => shop.stop());

const pdfOf = (text: string) => new Uint8Array(Buffer.from(`%PDF-1.7 ${text}`));

async function report(number: string, changes: object = {}): Promise<string> {
  const code = shop.newCode();
  const { body } = await shop.save(code, shop.invoiceOf(mia, { number, ...changes }));
  await shop.putPdf(code, mia, pdfOf(number));
  return body.invoiceId;
}

const numbers = async (query = '') =>
  (await shop.list(mia, query)).body.items.map(({ number, creditNotes }) => [
    number,
    ...creditNotes.map((note) => note.number),
  ]);

describe('the list of invoices', () => {
  test('shows credit notes beside what they credit, whichever came first [INV-02]', async () => {
    const own = mia.slice(0, 8);
    await report(`C-${own}`, { kind: 'credit-note', credits: `A-${own}`, issuedOn: '2026-06-01' });
    await report(`A-${own}`, { issuedOn: '2025-12-30' });
    await report(`B-${own}`, { issuedOn: '2026-03-01', state: 'open', dueOn: '2026-03-15' });
    await report(`D-${own}`, { kind: 'credit-note', credits: 'unknown', issuedOn: '2026-02-01' });
    expect(await numbers()).toEqual([[`B-${own}`], [`D-${own}`], [`A-${own}`, `C-${own}`]]);
    const { body } = await shop.list(mia);
    expect(body.items.map(({ state }) => state)).toEqual(['overdue', 'paid', 'credited']);
    expect(body.years).toEqual([2026, 2025]);
  });

  test('is filtered by year, channel, number and order, and a credit note includes its invoice [INV-04]', async () => {
    const own = mia.slice(0, 8);
    await shop.order(mia, `K-${own}`);
    await report(`A-${own}`, { issuedOn: '2025-12-30' });
    await report(`C-${own}`, { kind: 'credit-note', credits: `A-${own}`, issuedOn: '2026-06-01' });
    await report(`S-${own}`, { channel: 'stundbo', currency: 'SEK', orderCodes: [`K-${own}`] });
    const whole = [`A-${own}`, `C-${own}`];
    expect(await numbers('?year=2025')).toEqual([whole]);
    expect(await numbers('?year=2026')).toEqual([[`S-${own}`], whole]);
    expect(await numbers('?year=2024')).toEqual([]);
    expect(await numbers('?channel=stundbo')).toEqual([[`S-${own}`]]);
    expect(await numbers(`?search=c-${own}`)).toEqual([whole]);
    expect(await numbers('?search=%25')).toEqual([]);
    expect(await numbers(`?orderCode=K-${own}`)).toEqual([[`S-${own}`]]);
  });

  test('comes page by page, each invoice once', async () => {
    for (let day = 1; day <= 5; day++) await report(`P${day}-${mia}`, { issuedOn: `2026-05-0${day}` });
    const first = (await shop.list(mia, '?limit=3')).body;
    const second = (await shop.list(mia, `?limit=3&cursor=${first.cursor}`)).body;
    expect([...first.items, ...second.items].map(({ issuedOn }) => issuedOn.at(-1))).toEqual([...'54321']);
    expect(second.cursor).toBeNull();
    expect((await shop.list(mia, `?limit=3&year=2026&cursor=${first.cursor}`)).status).toBe(400);
  });

  test('counts an invoice as overdue from the day after its due date, in the calendar of its channel', () => {
    const open = {
      state: 'open',
      gross: 1,
      due_on: '2026-06-15',
      channel: 'pennyfern',
      kind: 'invoice',
    } as const;
    const at = (now: string) => stateOf(open, { creditNotes: [], now: new Date(now) });
    expect(at('2026-06-15T22:59:00Z')).toBe('open');
    expect(at('2026-06-15T23:01:00Z')).toBe('overdue');
    const half = { gross: 0, state: 'paid' } as const;
    expect(stateOf(open, { creditNotes: [half], now: new Date('2026-06-01') })).toBe('open');
  });
});

describe('an archive of invoices', () => {
  test('contains all of a year, or the chosen ones, under their numbers [INV-04]', async () => {
    const own = mia.slice(0, 8);
    const first = await report(`${own}/1`, { issuedOn: '2025-12-30' });
    await report(`${own}/2`, { issuedOn: '2026-01-01' });
    const third = await report(`${own}/3`, { channel: 'stundbo', currency: 'SEK' });
    const names = async (query: string) => {
      const { body } = await shop.archive(mia, query);
      const answer = await fetch(shop.address + body.url);
      expect(answer.headers.get('content-type')).toBe('application/zip');
      const zip = Buffer.from(await answer.arrayBuffer());
      expect(zip).toHaveLength(body.bytes);
      const file = path.join(await mkdtemp(path.join(shop.dataDir, 'zip-')), 'invoices.zip');
      await writeFile(file, zip);
      const { entries, problems } = inspectZip(file);
      expect(problems).toEqual([]);
      return entries.map(({ name }) => name);
    };
    expect(await names('?year=2025')).toEqual([`${own}-1.pdf`]);
    expect(await names('?year=2026')).toEqual([`Pennyfern/${own}-2.pdf`, `Stundbo/${own}-3.pdf`]);
    expect(await names(`?ids=${first},${third}`)).toHaveLength(2);
    expect((await shop.archive(mia, '?year=1999')).status).toBe(404);
    expect((await shop.archive(await shop.addCustomer(), `?ids=${first}`)).status).toBe(404);
  });

  test('has an address that cannot be tampered with', async () => {
    await report(`Z-${mia}`);
    const { body } = await shop.archive(mia, '?year=2026');
    const other = await shop.addCustomer();
    expect((await fetch(shop.address + body.url)).status).toBe(200);
    for (const url of [
      body.url.replace(mia, other),
      body.url.replace('2026.all', 'all.all'),
      ...unprovenAddressesOf(body.url),
    ])
      expect((await fetch(shop.address + url)).status, url).toBe(404);
  });
});
