import type { getInvoices, InvoiceFields, InvoiceState } from '@keepsake/contracts/orders/invoices';
import type { QueryOf, ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { keysetPage } from '../../../platform/paging.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import { addressOfDocument } from '../../exchange/sent-files/index.ts';
import { findChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { type InvoiceRow, readChoices, readCreditNotes, readListed } from './read-invoices.ts';

/** Identifies invoice pdfs in addresses. */
export const INVOICE_FILES = 'invoice-files';

type ListDeps = Pick<Deps, 'db' | 'clock' | 'signer' | 'cursors'>;
type Requested = QueryOf<typeof getInvoices> & { customerId: CustomerId };

/** A page of a customer's invoices, with the credit notes of each. */
export async function listInvoices(
  deps: ListDeps,
  { customerId, cursor, limit, ...which }: Requested,
): Promise<ResponseOf<typeof getInvoices>> {
  const { db, cursors } = deps;
  const [{ rows, cursor: next }, choices] = await Promise.all([
    keysetPage<InvoiceRow>({
      cursors,
      cursor,
      limit,
      customerId,
      list: `invoices ${JSON.stringify(which)}`,
      read: (after, count) => readListed(db, { ...which, customerId, after, limit: count }),
      placeOf: ({ issued_on, id }) => [issued_on, id],
    }),
    readChoices(db, customerId),
  ]);
  const notes = await readCreditNotes(db, customerId, rows);
  const items = rows.map((row) => {
    const own = notes.filter(({ channel, credits }) => channel === row.channel && credits === row.number);
    const creditNotes = own.map((note) => present(deps, customerId, note, []));
    return { ...present(deps, customerId, row, own), creditNotes };
  });
  const channels = choices.channels.map((id) => ({ id, name: findChannel(id)?.name ?? id }));
  return { items, cursor: next, years: choices.years, channels };
}

function present(
  { clock, signer }: Pick<ListDeps, 'clock' | 'signer'>,
  customerId: CustomerId,
  row: InvoiceRow,
  creditNotes: readonly InvoiceRow[],
): InvoiceFields {
  const now = clock();
  const { id, channel, kind, number, currency, net, tax, gross, credits } = row;
  const file = { area: INVOICE_FILES, customerId, fileId: id, now };
  return {
    id,
    channel,
    kind,
    number,
    currency,
    net,
    tax,
    gross,
    credits,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    state: stateOf(row, { creditNotes, now }),
    orderCodes: row.order_codes,
    receivedAt: row.received_at.toISOString(),
    pdfUrl: row.has_pdf ? addressOfDocument(signer, file) : null,
  };
}

type StateFields = Pick<InvoiceRow, 'state' | 'gross' | 'due_on' | 'channel' | 'kind'>;

/** The state of an invoice in its channel's calendar; a paid credit note has been refunded. */
export function stateOf(
  { state, gross, due_on, channel, kind }: StateFields,
  { creditNotes, now }: { creditNotes: readonly Pick<InvoiceRow, 'gross' | 'state'>[]; now: Date },
): InvoiceState {
  if (state === 'cancelled') return 'cancelled';
  const credited = creditNotes.filter((note) => note.state !== 'cancelled');
  const sum = credited.reduce((total, note) => total + note.gross, 0);
  if (kind === 'invoice' && gross > 0 && sum >= gross) return 'credited';
  if (state === 'paid' || due_on === null) return state;
  const timeZone = findChannel(channel)?.timeZone ?? 'UTC';
  return due_on < dayIn(timeZone, now) ? 'overdue' : 'open';
}
