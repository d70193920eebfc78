import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { DAY_MS } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { storeFile } from '../../../../platform/objects/pending-objects.ts';
import { dayIn } from '../../../../platform/wall-time.ts';
import { type Channel, findChannel } from '../../../frame/channels/index.ts';
import type { OrderRef } from '../../orders/index.ts';
import type { Deps } from '../deps.ts';
import {
  type InvoiceRef,
  insertInvoice,
  markPaid,
  type NewPdf,
  notifyOfInvoice,
  pushInvoices,
  savePdf,
} from '../store.ts';
import { findFaults } from './check-document.ts';
import { composeCreditNote, composeInvoice, NotIssuable } from './compose-document.ts';
import { drawer } from './invoice-worker.ts';
import type { IssuedDocument, Unnumbered } from './issued-document.ts';
import { numberInvoice } from './number-invoice.ts';
import { readSold, type Sold } from './read-order.ts';
import { forgetFault, noteFault, readIssued } from './store.ts';
import { writeCii } from './write-cii.ts';

export type IssueDeps = Pick<
  Deps,
  'db' | 'clock' | 'objects' | 'isIssuing' | 'isVatIdProven' | 'notifyCustomer'
>;

/** Payment term for business customers who have not paid before dispatch. */
const PAYMENT_DAYS = 14;

/**
 * Brings the invoices of an order up to date: issues the invoice once it is sent, marks it paid once the order is, and issues a
 * credit note for each refund. Each step finds what an earlier attempt has done: repeated after a kill it resumes, with the same
 * ids and numbers. What cannot be issued is recorded for the operator, and takes no number.
 */
export async function issueFor(deps: IssueDeps, ref: OrderRef): Promise<void> {
  const sold = await readSold(deps.db, ref);
  const channel = sold && findChannel(sold.channel);
  if (!sold?.isSent || !channel || !deps.isIssuing(sold.channel)) return;
  if (!(await isBusiness(deps.db, ref.userId))) return;
  try {
    await issueAll(deps, { ref, sold, channel });
    await forgetFault(deps.db, ref);
  } catch (error) {
    if (!(error instanceof NotIssuable)) throw error;
    await noteFault(deps.db, ref, { fault: error.message, now: deps.clock() });
  }
}

type Issued = { ref: OrderRef; sold: Sold; channel: Channel };

async function issueAll(deps: IssueDeps, { ref, sold, channel }: Issued): Promise<void> {
  const invoiceId = await claimSupply(deps, ref);
  // The shop has invoiced it.
  if (invoiceId === null) return;
  const order = sold.order(channel.timeZone);
  const found = await readIssued(deps.db, { userId: ref.userId, invoiceId });
  const invoice = found ?? (await issueInvoice());
  if (found && order.isPaid) await followPayment(deps, { userId: ref.userId, invoiceId });
  let credited = 0;
  for (const { id, amount } of sold.refunds) {
    credited += amount;
    if (credited > invoice.gross) throw new NotIssuable('More was paid back than it was invoiced for.');
    const known = await readIssued(deps.db, { userId: ref.userId, invoiceId: id });
    if (known || amount === 0) continue;
    const document = composeCreditNote({ order, channel, amount, invoice });
    await store(deps, { ref, invoiceId: id, document, channel });
  }

  async function issueInvoice() {
    const document = composeInvoice({ order, channel });
    await requireProof(deps, ref.userId, document);
    return store(deps, { ref, invoiceId: invoiceId as string, document, channel });
  }
}

/** An invoice issued unpaid is paid with its order; its pdf, with the state of the day of issue, stays. */
async function followPayment({ db, clock }: IssueDeps, ref: InvoiceRef): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await markPaid(trx, ref)) await pushInvoices(trx, ref.userId, clock());
  });
}

/** The id of an order's invoice, chosen once; null if its shop has invoiced it. */
async function claimSupply(
  { db, clock }: IssueDeps,
  { userId, orderCode }: OrderRef,
): Promise<string | null> {
  await db
    .insertInto('invoice_supplies')
    .values({ order_code: orderCode, customer_id: userId, invoice_id: newId(), created_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const supply = await db
    .selectFrom('invoice_supplies')
    .select(['service', 'invoice_id'])
    .where('order_code', '=', orderCode)
    .executeTakeFirstOrThrow();
  return supply.service === null ? supply.invoice_id : null;
}

async function requireProof(
  { isVatIdProven }: IssueDeps,
  userId: string,
  { taxes, buyer }: Unnumbered,
): Promise<void> {
  if (!taxes.some(({ category }) => category === 'AE' || category === 'K') || !buyer.vatId) return;
  if (!(await isVatIdProven(userId, buyer.vatId)))
    throw new NotIssuable('The VAT id of its buyer is not proved to be valid and theirs.');
}

type Stored = { ref: OrderRef; invoiceId: string; document: Unnumbered; channel: Channel };

/**
 * Numbers, draws and stores a document. Its content is checked before it takes a number. The pdf is stored before the row: after a
 * kill in between, the next attempt has the same number.
 */
async function store(deps: IssueDeps, { ref, invoiceId, document, channel }: Stored) {
  const { db, clock, objects } = deps;
  const { userId } = ref;
  requireSound({ ...document, ...datesAt(clock(), { document, channel }), number: 'a number' });
  const { kind } = document;
  const year = Number(datesAt(clock(), { document, channel }).issuedOn.slice(0, 4));
  const about = { invoiceId, userId, channel: channel.id, kind, year };
  const { number, numberedAt } = await numberInvoice(db, { ...about, now: clock() });
  const whole: IssuedDocument = { ...document, ...datesAt(numberedAt, { document, channel }), number };
  const xml = writeCii(whole);
  const pdf = await drawer.draw(whole, xml);
  const sha256 = createHash('sha256').update(pdf).digest();
  // Without the customer's id, because it is kept after the account is gone.
  const objectKey = `issued-invoices/${channel.id}/${newId()}`;
  await storeFile({ db, objects }, { userId, objectKey, keys: [objectKey] }, async (writer) => {
    await writer.addBytes(objectKey, pdf);
    const stored = { objectKey, sha256, bytes: pdf.length, crc32: crc32(pdf) };
    await db.transaction().execute(async (trx) => {
      const recorded = { userId, invoiceId, document: whole, channel: channel.id, xml, stored };
      if (await record(deps, trx, recorded)) await writer.settle(trx);
    });
  });
  return { number, issuedOn: whole.issuedOn, gross: whole.gross, taxes: whole.taxes };
}

type Recorded = InvoiceRef & { document: IssuedDocument; channel: string; xml: string; stored: NewPdf };

/** Makes the row of a stored document; false if another worker has: a stored document never changes. */
async function record(
  deps: IssueDeps,
  trx: Queryable,
  { document, channel, xml, stored, ...ref }: Recorded,
): Promise<boolean> {
  const content = { ...factsOf(document, channel), contentHash: stored.sha256 };
  const now = deps.clock();
  if (!(await insertInvoice(trx, { ...ref, reported: null, content, now }))) return false;
  await savePdf(trx, ref, { ...stored, before: null });
  await keepXml(trx, ref, { channel, number: document.number, xml, now });
  await notifyOfInvoice(deps, trx, { userId: ref.userId, content });
  await pushInvoices(trx, ref.userId, now);
  return true;
}

function requireSound(document: IssuedDocument): void {
  const faults = findFaults(document);
  if (faults.length > 0) throw new NotIssuable(`Its amounts do not agree: ${faults.join('; ')}.`);
}

/** The day of issue in the channel's calendar, and the due date. */
function datesAt(now: Date, { document, channel }: { document: Unnumbered; channel: Channel }) {
  const dayAt = (at: number) => dayIn(channel.timeZone, new Date(at));
  const isOpen = document.paid < document.gross;
  return {
    issuedOn: dayAt(now.getTime()),
    dueOn: isOpen ? dayAt(now.getTime() + PAYMENT_DAYS * DAY_MS) : null,
  };
}

function factsOf(document: IssuedDocument, channel: string) {
  const { kind, number, issuedOn, currency, net, tax, gross, taxes, credits, dueOn, orderCode } = document;
  return {
    ...{ version: 1, channel, kind, number, issuedOn, currency, net, tax, gross, orderCodes: [orderCode] },
    ...(credits && { credits: credits.number }),
    ...(dueOn !== null && { dueOn }),
    taxes: taxes.map((total) => ({ ...total, rate: total.rate / 100 })),
    state: document.paid >= gross ? ('paid' as const) : ('open' as const),
  };
}

type Xml = { channel: string; number: string; xml: string; now: Date };

async function keepXml(
  trx: Queryable,
  { userId, invoiceId }: { userId: string; invoiceId: string },
  { channel, number, xml, now }: Xml,
): Promise<void> {
  await trx
    .insertInto('structured_invoices')
    .values({ user_id: userId, invoice_id: invoiceId, channel, number, xml, created_at: now })
    .execute();
}

async function isBusiness(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`select from customers where user_id = ${userId}
    and b2b_authentication_method is not null`.execute(db);
  return rows.length === 1;
}
