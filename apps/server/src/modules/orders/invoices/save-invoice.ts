import { createHash } from 'node:crypto';
import type { saveInvoice as saveInvoiceEndpoint } from '@keepsake/contracts/orders/invoices';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceCaller } from '../../../platform/auth.ts';
import { DAY_MS, MAX_AHEAD_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isNewerVersion } from '../../../platform/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { refuseAhead } from '../../../platform/recently.ts';
import { requireOpenCustomer } from '../../account/customers/index.ts';
import { checkServiceChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import type { ChannelNumber } from './issue/number-journal.ts';
import {
  type Content,
  claimNumber,
  claimSupplies,
  insertInvoice,
  lockInvoice,
  notifyOfInvoice,
  pushInvoices,
  updateInvoice,
} from './store.ts';

/** A day more than their clocks may be ahead, because so may their calendars be. */
const MAX_ISSUED_AHEAD_MS = MAX_AHEAD_MS + DAY_MS;

type SaveDeps = Pick<Deps, 'db' | 'clock' | 'isIssuing' | 'notifyCustomer'>;
type Saved = {
  service: ServiceCaller;
  invoiceCode: string;
  invoice: BodyOf<typeof saveInvoiceEndpoint>;
};
type Answer = { invoiceId: string; version: number; lacksPdf: boolean };

/** Stores a shop's invoice; the newest version wins, in whatever order they arrive. */
export async function saveInvoice(
  deps: SaveDeps,
  { service, invoiceCode: code, invoice }: Saved,
): Promise<Answer> {
  const now = deps.clock();
  checkInvoice({ service, invoice, now });
  const { customerId, ...stated } = invoice;
  const contentHash = createHash('sha256').update(JSON.stringify(invoice)).digest();
  const content: Content = { ...stated, contentHash };
  return deps.db.transaction().execute(async (trx) => {
    await requireOpenCustomer(trx, customerId);
    const existing = await lockInvoice(trx, { customerId, service: service.name, code });
    if (existing && !isNewerVersion(content, existing))
      return { invoiceId: existing.id, version: existing.version, lacksPdf: existing.objectKey === null };
    requireAllowed(deps, content, existing);
    const invoiceId = existing?.id ?? newId();
    await claim(trx, { customerId, invoiceId, content, service, now });
    const reported = { service: service.name, code };
    if (existing) await updateInvoice(trx, { customerId, invoiceId }, content);
    // Another request may have added it between the statements: the shop retries.
    else if (!(await insertInvoice(trx, { customerId, invoiceId, reported, content, now })))
      throw new Problem('unavailable');
    if (!existing) await notifyOfInvoice(deps, trx, { customerId, content });
    await pushInvoices(trx, customerId, now);
    return { invoiceId, version: content.version, lacksPdf: !existing?.objectKey };
  });
}

/** Throws `conflict` for a new invoice in a channel that issues here, and for one whose number or channel has changed. */
function requireAllowed(
  { isIssuing }: Pick<SaveDeps, 'isIssuing'>,
  { channel, number }: Content,
  existing: ChannelNumber | undefined,
): void {
  if (!existing && isIssuing(channel))
    throw refused('body.channel', 'has its invoices issued here, so its shop reports none');
  if (existing && (existing.channel !== channel || existing.number !== number))
    throw refused('body.number', 'is what an invoice is known by and never changes, nor does its channel');
}

type Claimed = {
  customerId: CustomerId;
  invoiceId: string;
  content: Content;
  service: ServiceCaller;
  now: Date;
};

async function claim(
  trx: Queryable,
  { customerId, invoiceId, content, service, now }: Claimed,
): Promise<void> {
  const { channel, number, kind, orderCodes } = content;
  if (!(await claimNumber(trx, { customerId, invoiceId, channel, number, now })))
    throw refused('body.number', 'is that of another invoice of this channel');
  if (kind === 'credit-note') return;
  if (!(await claimSupplies(trx, { orderCodes, service: service.name, customerId, now })))
    throw refused('body.orderCodes', 'has an order that was invoiced here');
}

type Checked = Omit<Saved, 'invoiceCode'> & { now: Date };

function checkInvoice({ service, invoice, now }: Checked): void {
  const { channel, issuedOn } = invoice;
  checkServiceChannel(service, channel);
  refuseAhead('body.issuedOn', issuedOn, now, MAX_ISSUED_AHEAD_MS);
}

const refused = (path: string, message: string) => faultyField(path, message, 'conflict');
