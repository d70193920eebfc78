import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { planArchive } from '../../../platform/archive/plan-archive.ts';
import { createNaming, safeNames } from '../../../platform/archive/safe-names.ts';
import { serveArchive } from '../../../platform/archive/serve-archive.ts';
import { mountSigned, type Served } from '../../../platform/http/mount-signed.ts';
import { bytesOfId, idOfHex } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { sendDocument } from '../../exchange/sent-files/index.ts';
import { findChannel } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import { type PdfRow, readPdf, readPdfs } from './read-invoices.ts';
import type { InvoiceRef } from './store.ts';

type ServeDeps = Pick<Deps, 'db' | 'objects'>;

/** An invoice's pdf by its id, for its address. */
export async function findPdf(db: Deps['db'], customerId: CustomerId, invoiceId: string) {
  const pdf = await readPdf(db, { customerId, invoiceId });
  return pdf && { ...pdf, purpose: 'invoice.pdf', fileName: fileNameOf(pdf), isShown: true };
}

type Requested = InvoiceRef & { channel?: string };

/** [INV-01, INV-03] Sends a pdf. Throws `not-found` for an unknown one, or one of another channel or customer. */
export async function sendPdf(
  { db, objects }: ServeDeps,
  { channel, ...ref }: Requested,
  served: Served,
): Promise<void> {
  const pdf = await readPdf(db, ref);
  if (!pdf || (channel !== undefined && pdf.channel !== channel)) throw new Problem('not-found');
  await sendDocument({ objects }, { ...pdf, fileName: fileNameOf(pdf) }, served);
}

/** A slash in a number must not become a folder. */
const fileNameOf = ({ number }: Pick<PdfRow, 'number'>) =>
  createNaming()(`${number.replaceAll('/', '-')}.pdf`);

/** The selection in an archive; in its address written as `2026.pennyfern`, `all.all`, or ids. */
type Chosen = { year?: number; channel?: string; ids?: readonly string[] };

const wordOf = ({ year, channel, ids }: Chosen) =>
  ids ? Buffer.concat(ids.map(bytesOfId)).toString('base64url') : `${year ?? 'all'}.${channel ?? 'all'}`;

function chosenOf(word: string): Chosen {
  const [, year, channel] = /^(\d{4}|all)\.(.+)$/.exec(word) ?? [];
  if (year !== undefined)
    return {
      ...(year === 'all' ? {} : { year: Number(year) }),
      ...(channel === 'all' ? {} : { channel }),
    };
  const hex = Buffer.from(word, 'base64url').toString('hex').match(/.{32}/g) ?? [];
  return { ids: hex.map(idOfHex) };
}

const areaOf = (customerId: CustomerId) => `invoice-archives/${customerId}`;

/** The signed address of an archive. Throws `not-found` if it would be empty. */
export async function addressOfArchive(
  { db, signer, clock }: Pick<Deps, 'db' | 'signer' | 'clock'>,
  customerId: CustomerId,
  chosen: Chosen,
): Promise<{ url: string; count: number; bytes: number }> {
  const pdfs = await readPdfs(db, customerId, chosen);
  if (pdfs.length === 0) throw new Problem('not-found');
  const { bytes } = planOf(pdfs);
  return {
    url: `${signer.addressOf(areaOf(customerId), wordOf(chosen), clock())}/invoices.zip`,
    count: pdfs.length,
    bytes,
  };
}

/** The pdfs under their numbers, in a folder per channel if there are several. */
function planOf(pdfs: readonly PdfRow[]) {
  const isMixed = new Set(pdfs.map(({ channel }) => channel)).size > 1;
  const names = safeNames(
    pdfs.map((pdf) => ({
      name: fileNameOf(pdf),
      ...(isMixed && { folder: findChannel(pdf.channel)?.name ?? pdf.channel }),
    })),
  );
  return planArchive(
    pdfs.map(({ bytes, crc32, issuedOn, objectKey }, index) => ({
      name: names[index] ?? '',
      bytes,
      crc32,
      modifiedAt: `${issuedOn}T12:00:00`,
      source: { key: objectKey },
    })),
  );
}

const requested = z.object({ ownerId: customerIdSchema, word: z.string() });

/** Serves archives by signed address, streamed from the pdfs. Anything wrong returns the same 404. */
export function mountArchives(app: FastifyInstance, deps: Pick<Deps, 'db' | 'objects' | 'signer' | 'clock'>) {
  const route = {
    path: 'invoice-archives/:ownerId/:word/invoices.zip',
    params: requested,
    signedOf: ({ ownerId, word }: z.output<typeof requested>) => ({ area: areaOf(ownerId), photoId: word }),
  };
  mountSigned(app, deps, route, async ({ ownerId, word }, { request, reply }) => {
    const chosen = chosenOf(word);
    const pdfs = await readPdfs(deps.db, ownerId, chosen);
    if (pdfs.length === 0) throw new Problem('not-found');
    return serveArchive(request, reply, {
      plan: planOf(pdfs),
      fileName: chosen.year ? `invoices-${chosen.year}.zip` : 'invoices.zip',
      modifiedAt: deps.clock(),
      objects: deps.objects,
    });
  });
}
