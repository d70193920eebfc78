import { sql } from 'kysely';
import type { LostSpan } from '../../../platform/recovery/recovery.ts';
import { type IssuedFields, readCii, xmlInPdf } from '../invoice-documents/index.ts';
import type { Deps } from './deps.ts';
import { nameOfSeries, numberAt, parseNumber, type Series } from './issue/invoice-numbers.ts';
import {
  type ChannelNumber,
  ISSUED_PREFIX,
  NUMBERS,
  type NumberedInvoice,
  parseIssuedKey,
} from './issue/number-journal.ts';

export type FindDeps = Pick<Deps, 'db' | 'objects' | 'log'>;

/** A stored pdf without a row, and what its XML says. */
export type LostPdf = { channel: string; key: string; pdf: Buffer; xml: string; details: IssuedFields };
export type LostInvoices = {
  /** Numbers that the database lacks, with what the journal says of them. */
  numbers: NumberedInvoice[];
  /** Keys of pdfs without a row. */
  keys: string[];
  /** Those that nothing is known of. */
  gaps: ChannelNumber[];
};

/** What the database lacks of the numbers and pdfs in journal and store. */
export async function findLostInvoices(deps: FindDeps, lost: LostSpan): Promise<LostInvoices> {
  const entries = latestOfNumbers((await lost.read(NUMBERS)).map(({ body }) => body));
  const pdfs = await findPdfsWithoutRow(deps);
  const found = [...entries, ...pdfs].map(({ channel, number }) => ({ channel, number }));
  const existing = await findKnown(deps, found);
  return {
    numbers: entries.filter(({ channel, number }) => !existing.has(`${channel} ${number}`)),
    keys: pdfs.map(({ key }) => key),
    gaps: await findGaps(deps, found),
  };
}

/** Of two entries with one number, the earlier one's transaction failed. */
function latestOfNumbers(entries: readonly NumberedInvoice[]): NumberedInvoice[] {
  const latest = new Map<string, NumberedInvoice>();
  for (const entry of entries) latest.set(`${entry.channel} ${entry.number}`, entry);
  return [...latest.values()];
}

/** Pdfs whose invoice has no row. One of an invoice that has another pdf was drawn for nothing, and is the audit's. */
async function findPdfsWithoutRow(deps: FindDeps): Promise<(ChannelNumber & { key: string })[]> {
  const stored: string[] = [];
  for await (const { key } of deps.objects.list(ISSUED_PREFIX)) stored.push(key);
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${stored}::text[]) as stored (key)
    where not exists (select from invoices where object_key = stored.key) order by key`.execute(deps.db);
  const pdfs: (ChannelNumber & { key: string })[] = [];
  for (const { key } of rows) {
    const { channel, number: inKey } = parseIssuedKey(key);
    const number = inKey ?? (await readPdf(deps, key))?.details.number;
    if (number === undefined) continue;
    const issued = deps.db.selectFrom('invoices').select('id').where('service', 'is', null);
    const same = issued.where('channel', '=', channel).where('number', '=', number);
    if (!(await same.executeTakeFirst())) pdfs.push({ channel, number, key });
  }
  return pdfs;
}

/** Null for a file that is no invoice of ours; the log has its key. */
export async function readPdf({ objects, log }: FindDeps, key: string): Promise<LostPdf | null> {
  const pdf = await objects.read(key);
  try {
    const xml = xmlInPdf(pdf);
    if (xml === null) throw new Error('it contains no XML');
    return { channel: parseIssuedKey(key).channel, key, pdf, xml, details: readCii(xml) };
  } catch (err) {
    log.error({ err, key }, 'a stored invoice cannot be read');
    return null;
  }
}

async function findKnown({ db }: FindDeps, numbers: readonly ChannelNumber[]): Promise<Set<string>> {
  const { rows } = await sql<ChannelNumber>`select channel, number from invoice_numbers join unnest(
    ${numbers.map(({ channel }) => channel)}::text[], ${numbers.map(({ number }) => number)}::text[]
  ) as requested (channel, number) using (channel, number)`.execute(db);
  return new Set(rows.map(({ channel, number }) => `${channel} ${number}`));
}

/** Places below the highest number of a series that neither the database nor journal or store know. */
async function findGaps({ db }: FindDeps, numbers: readonly ChannelNumber[]): Promise<ChannelNumber[]> {
  const parsed = numbers.flatMap(({ channel, number }) => parseNumber(channel, number) ?? []);
  const gaps: ChannelNumber[] = [];
  for (const [name, members] of Map.groupBy(parsed, ({ series }) => nameOfSeries(series))) {
    const { series } = members[0] as { series: Series };
    const places = members.map(({ place }) => place);
    const { rows } = await sql<{ place: number }>`
      select place::int from generate_series(1, ${Math.max(...places)}::int) as place
      where not place = any(${places}::int[])
        and not exists (select from invoice_numbers where series = ${name} and invoice_numbers.place = place.place)
      order by place`.execute(db);
    for (const { place } of rows) gaps.push({ channel: series.channel, number: numberAt(series, place) });
  }
  const { rows: noted } = await sql<ChannelNumber>`select channel, number from invoice_number_gaps`.execute(
    db,
  );
  const existing = new Set(noted.map(({ channel, number }) => `${channel} ${number}`));
  return gaps.filter(({ channel, number }) => !existing.has(`${channel} ${number}`));
}
