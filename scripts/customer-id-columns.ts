const ID_TYPES = "import type { CustomerId } from '@keepsake/contracts/platform/ids';\n";

/** Columns that name a customer in whatever table; those of an account name its customer, too (ADR 106). */
const COLUMN =
  /^( {2}(?:user|owner|customer|photo_owner|cover_owner|viewer|account|subject)_id: | {2}after_customer: )((?:Generated<)?)string\b/;

/** Row types in which ids of customers are `CustomerId`; those of the identity provider's own payloads stay its texts. */
export function withCustomerIds(rowTypes: string): string {
  let table = '';
  const lines = rowTypes.split('\n').map((line) => {
    table = /^export interface (\w+)/.exec(line)?.[1] ?? table;
    if (table === 'OidcPayloads') return line;
    if (table === 'Accounts' && line === '  id: string;') return '  id: CustomerId;';
    return line.replace(COLUMN, '$1$2CustomerId');
  });
  return lines.join('\n').replace(/^import /m, `${ID_TYPES}import `);
}
