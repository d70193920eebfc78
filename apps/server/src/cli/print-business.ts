import type { Shown } from '../modules/account/business/index.ts';

const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '-';

/** A firm on one line, with the doubts about it below. */
export function printLine(shown: Shown | null): void {
  if (!shown) return;
  const { row, doubts } = shown;
  const since = row.blocked_at ?? row.waiting_since;
  console.log(`${row.user_id}  since ${day(since)}  ${row.company ?? '-'}  ${vatOf(shown)}`);
  for (const doubt of doubts) console.log(`${' '.repeat(38)}! ${doubt}`);
}

/** Everything known about a firm. */
export function printBusiness(shown: Shown): void {
  const { row, contacts, check, missing, doubts, version } = shown;
  const details: [string, string | null | undefined][] = [
    ['status', row.status],
    ['company', row.company],
    ['registration number', row.register_number],
    ['VAT ID', vatOf(shown)],
    ['consultation number', check?.consultation_number],
    ['VIES names', [check?.registered_name, check?.registered_address].filter(Boolean).join(', ')],
    ['invoices to', row.invoice_email],
    ...contacts.map(({ name, email, phoneNumber }): [string, string] => [
      'contact',
      [name, email, phoneNumber].filter(Boolean).join(', '),
    ]),
    ['missing', missing.join(', ')],
    ['approved', row.validated_at && `${day(row.validated_at)}, ${row.validated_for}`],
    ['blocked', row.blocked_at && `${day(row.blocked_at)}: ${row.block_reason}`],
    ['version', version],
  ];
  for (const [name, detail] of details) if (detail) console.log(`${name.padStart(20)}  ${detail}`);
  for (const doubt of doubts) console.log(`${'!'.padStart(20)}  ${doubt}`);
}

function vatOf({ row, check }: Shown): string {
  if (row.vat_id === null) return row.is_vat_exempt ? 'no VAT ID (as stated by the customer)' : '-';
  const at = check?.answered_at ? ` ${day(check.answered_at)}` : '';
  return `${row.vat_id} (${check?.state ?? 'unchecked'}${at})`;
}
