import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { MAX_INVOICE_BYTES } from '@keepsake/contracts/orders/invoices';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceCaller } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Sent } from '../../exchange/sent-files/index.ts';
import type { Deps } from './deps.ts';
import { lockInvoice, pushInvoices, savePdf } from './store.ts';

type SentPdf = Sent & { service: ServiceCaller; customerId: CustomerId; invoiceCode: string };

/** Stores the pdf of an invoice as sent. */
export async function putPdf(
  deps: Pick<Deps, 'db' | 'clock' | 'sentFiles'>,
  sent: SentPdf,
): Promise<{ invoiceId: string; bytes: number }> {
  const { customerId } = sent;
  const existing = await requireInvoice(deps.db, sent);
  const { objectKey: before, bytes: knownBytes } = existing;
  if (before && knownBytes !== null && existing.sha256?.toString('hex') === sent.sha256) {
    const file = { purpose: 'invoice.pdf', objectKey: before };
    if (await deps.sentFiles.isStored(file)) return { invoiceId: existing.id, bytes: knownBytes };
  }
  await using received = await deps.sentFiles.receive(sent, MAX_INVOICE_BYTES);
  const file = { customerId, objectKey: `invoices/${customerId}/${newId()}`, purpose: 'invoice.pdf' };
  const { bytes } = received;
  const sha256 = Buffer.from(sent.sha256, 'hex');
  const pdf = { objectKey: file.objectKey, sha256, bytes, crc32: await crc32Of(received.file) };
  return await deps.sentFiles.store(received, file, async (trx) => {
    const invoice = await requireInvoice(trx, sent);
    await savePdf(trx, { customerId, invoiceId: invoice.id }, { ...pdf, before: invoice.objectKey });
    await pushInvoices(trx, customerId, deps.clock());
    return { invoiceId: invoice.id, bytes };
  });
}

async function requireInvoice(db: Queryable, { service, customerId, invoiceCode: code }: SentPdf) {
  const invoice = await lockInvoice(db, { customerId, service: service.name, code });
  if (!invoice || !(service.channels?.includes(invoice.channel) ?? true)) throw new Problem('not-found');
  return invoice;
}

async function crc32Of(file: string): Promise<number> {
  let checksum = 0;
  for await (const chunk of createReadStream(file)) checksum = crc32(chunk as Buffer, checksum);
  return checksum;
}
