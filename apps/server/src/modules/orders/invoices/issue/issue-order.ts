import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_MS } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/database/database.ts';
import { NOBODY } from '../../../../platform/ids.ts';
import { storeFile } from '../../../../platform/objects/pending-objects.ts';
import { dayIn } from '../../../../platform/wall-time.ts';
import { type Channel, findChannel } from '../../../frame/channels/index.ts';
import {
  drawer,
  findFaults,
  type IssuedDocument,
  type TaxTotal,
  type Unnumbered,
  writeCii,
} from '../../invoice-documents/index.ts';
import { findOrderOwner } from '../../orders/index.ts';
import type { Deps } from '../deps.ts';
import {
  type InvoiceRef,
  insertInvoice,
  markOpen,
  markPaid,
  type NewPdf,
  notifyOfInvoice,
  pushInvoices,
  savePdf,
} from '../store.ts';
import { adoptCreditNotes } from './adopt-restored.ts';
import { composeCreditNote } from './compose-credit-note.ts';
import { composeInvoice, invoicedTotalOf, NotIssuable } from './compose-document.ts';
import { sharesOf } from './held-shares.ts';
import type { HeldShare } from './match-refund.ts';
import { findDifference, matchRefunds } from './match-refunds.ts';
import type { StoredMatch } from './match-store.ts';
import { disownNumber, numberInvoice } from './number-invoice.ts';
import { keyOfIssued } from './number-journal.ts';
import { type InvoicedOrder, readSold, type Sold } from './read-order.ts';
import { withStoredParties } from './read-parties.ts';
import { forgetFault, keepXml, noteFault, readIssued } from './store.ts';
import { claimSupply, isInvoicedHere, requireOwner } from './supplies.ts';

export type IssueDeps = Pick<
  Deps,
  'journal' | 'db' | 'clock' | 'objects' | 'isIssuing' | 'isVatIdProven' | 'notifyCustomer'
>;

/** Payment term for business customers who have not paid before dispatch. */
const PAYMENT_DAYS = 14;

/**
 * Brings the invoices of an order up to date: issues the invoice once it is sent, has it paid or open as the order is, and issues
 * a credit note for each refund of what it holds. Each step finds what an earlier attempt has done: repeated after a kill it resumes, with the same
 * ids and numbers. What cannot be issued is recorded for the operator, and takes no number.
 */
export async function issueFor(deps: IssueDeps, { orderCode }: OrderRef): Promise<void> {
  // Its customer may have been erased since it was requested.
  const customerId = await findOrderOwner(deps.db, orderCode);
  if (customerId === null) return;
  const ref = { customerId, orderCode };
  const sold = await readSold(deps.db, ref);
  const channel = sold && findChannel(sold.channel);
  if (!sold?.isSent || !channel || !deps.isIssuing(sold.channel)) return;
  if (!(await isInvoicedHere(deps.db, ref))) return;
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
  const supply = await claimSupply(deps, ref);
  // The shop has invoiced it.
  if (supply === null) return;
  const order = sold.order(channel.timeZone);
  const { invoiceId } = supply;
  const owned = { customerId: supply.customerId, orderCode: ref.orderCode };
  const found = await readIssued(deps.db, supply);
  const invoice = found ?? (await issueInvoice());
  if (found && (ref.customerId !== NOBODY || sold.isPaymentReported))
    await followPayment(deps, { ...supply, isPaid: order.isPaid, channel });
  await adoptCreditNotes(deps.db, owned, sold.refunds);
  const shares = invoice.shares ?? sharesOf(order, invoice.taxes);
  const context = { ref: owned, channel: channel.id, sold, order, now: deps.clock() };
  const matches = await matchRefunds(deps.db, { ...context, invoice: { ...invoice, shares } });
  const named = ref.customerId === NOBODY ? await withStoredParties(deps.db, supply, order) : order;
  await creditAll(deps, { ref: owned, sold, channel, order: named, invoice, matches });
  const today = invoicedTotalOf(order);
  const difference = findDifference({
    order,
    refunds: sold.refunds,
    today,
    invoiced: invoice.gross,
    matches,
  });
  if (difference) throw new NotIssuable(difference);

  async function issueInvoice() {
    const document = composeInvoice({ order, channel });
    await requireProof(deps, ref.customerId, document);
    const shares = sharesOf(order, document.taxes);
    return store(deps, { ref: owned, invoiceId, document, channel, shares });
  }
}

type Crediting = Issued & {
  order: InvoicedOrder;
  invoice: { number: string; issuedOn: string; taxes: TaxTotal[] };
  matches: readonly StoredMatch[];
};

/** Issues the credit notes of matches one after the other: the tax of each depends on those before. */
async function creditAll(deps: IssueDeps, { ref, sold, channel, order, invoice, matches }: Crediting) {
  const before: TaxTotal[] = [];
  for (const { refundId, credited: shares } of matches) {
    if (shares.length === 0) continue;
    const refund = sold.refunds.find(({ id }) => id === refundId);
    const context = { order, channel, invoice, shares, before, named: refund?.lines ?? null };
    const existing = await readIssued(deps.db, { customerId: ref.customerId, invoiceId: refundId });
    const document = () => composeCreditNote(context);
    const note =
      existing ??
      (await store(deps, { ref, invoiceId: refundId, document: document(), channel, shares: null }));
    before.push(...note.taxes);
  }
}

type Followed = InvoiceRef & { isPaid: boolean; channel: Channel };

/** An invoice is paid or open as its order is; its pdf, with the state of the day of issue, stays. */
async function followPayment(
  { db, clock }: Pick<IssueDeps, 'db' | 'clock'>,
  { isPaid, channel, ...ref }: Followed,
): Promise<void> {
  const dueOn = dayIn(channel.timeZone, new Date(clock().getTime() + PAYMENT_DAYS * DAY_MS));
  await db.transaction().execute(async (trx) => {
    const isChanged = isPaid ? await markPaid(trx, ref) : await markOpen(trx, ref, dueOn);
    if (isChanged) await pushInvoices(trx, ref.customerId, clock());
  });
}

async function requireProof(
  { isVatIdProven }: Pick<IssueDeps, 'isVatIdProven'>,
  customerId: CustomerId,
  { taxes, buyer }: Unnumbered,
): Promise<void> {
  if (!taxes.some(({ category }) => category === 'AE' || category === 'K') || !buyer.vatId) return;
  if (!(await isVatIdProven(customerId, buyer.vatId)))
    throw new NotIssuable('The VAT id of its buyer is not proved to be valid and theirs.');
}

type Stored = {
  ref: OrderRef;
  invoiceId: string;
  document: Unnumbered;
  channel: Channel;
  /** What an invoice holds; null for credit notes. */
  shares: readonly HeldShare[] | null;
};

/**
 * Numbers, draws and stores a document. Its content is checked before it takes a number. The pdf is stored before the row: after a
 * kill in between, the next attempt has the same number.
 */
async function store(deps: IssueDeps, { ref, invoiceId, document, channel, shares }: Stored) {
  const { db, clock, objects } = deps;
  const { customerId } = ref;
  requireSound({ ...document, ...datesAt(clock(), { document, channel }), number: 'a number' });
  const { kind } = document;
  const year = Number(datesAt(clock(), { document, channel }).issuedOn.slice(0, 4));
  const { orderCode, currency, net, tax, gross } = document;
  const context = { invoiceId, customerId, orderCode, channel: channel.id, kind, year };
  const requested = { ...context, currency, net, tax, gross, now: clock() };
  const { number, numberedAt } = await numberInvoice(deps, requested);
  const whole: IssuedDocument = { ...document, ...datesAt(numberedAt, { document, channel }), number };
  const xml = writeCii(whole);
  const pdf = await drawer.draw(whole, xml);
  const sha256 = createHash('sha256').update(pdf).digest();
  const objectKey = keyOfIssued({ channel: channel.id, number });
  await storeFile({ db, objects }, { customerId, objectKey, keys: [objectKey] }, async (writer) => {
    await writer.addBytes(objectKey, pdf);
    const stored = { objectKey, sha256, bytes: pdf.length, crc32: crc32(pdf) };
    await db.transaction().execute(async (trx) => {
      const recorded = { customerId, invoiceId, document: whole, channel: channel.id, xml, shares, stored };
      if (await record(deps, trx, recorded)) await writer.settle(trx);
    });
  });
  // Another worker may have stored it, with what it knew of the order.
  const saved = await readIssued(db, { customerId, invoiceId });
  if (!saved) throw new Error(`Invoice ${number} is gone`);
  return saved;
}

type Recorded = InvoiceRef &
  Pick<Stored, 'shares'> & { document: IssuedDocument; channel: string; xml: string; stored: NewPdf };

/** Makes the row of a stored document; false if another worker has: a stored document never changes. */
async function record(
  deps: Pick<IssueDeps, 'clock' | 'notifyCustomer'>,
  trx: Queryable,
  { document, channel, xml, shares, stored, ...ref }: Recorded,
): Promise<boolean> {
  const content = { ...fieldsOf(document, channel), contentHash: stored.sha256 };
  const now = deps.clock();
  await requireOwner(trx, { customerId: ref.customerId, orderCode: document.orderCode });
  if (!(await insertInvoice(trx, { ...ref, reported: null, content, now }))) return false;
  // The number may have been given before the customer was erased.
  if (ref.customerId === NOBODY) await disownNumber(trx, ref);
  await savePdf(trx, ref, { ...stored, before: null });
  await keepXml(trx, ref, { channel, number: document.number, xml, shares, now });
  await notifyOfInvoice(deps, trx, { customerId: ref.customerId, content });
  await pushInvoices(trx, ref.customerId, now);
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

function fieldsOf(document: IssuedDocument, channel: string) {
  const { kind, number, issuedOn, currency, net, tax, gross, taxes, credits, dueOn, orderCode } = document;
  return {
    version: 1,
    channel,
    kind,
    number,
    issuedOn,
    currency,
    net,
    tax,
    gross,
    orderCodes: [orderCode],
    ...(credits && { credits: credits.number }),
    ...(dueOn !== null && { dueOn }),
    taxes: taxes.map((total) => ({ ...total, rate: total.rate / 100 })),
    state: document.paid >= gross ? ('paid' as const) : ('open' as const),
  };
}
