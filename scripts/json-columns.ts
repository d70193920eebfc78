const CONTRACTS = '@keepsake/contracts';

/**
 * What stored JSON is, by row type and column; the file of the contracts that declares it. Only what the contract checked before
 * it was stored, in every row of every release: `parseStoredColumn` checks all else (ADR 124).
 */
const COLUMNS: Readonly<Record<string, readonly [type: string, file: string]>> = {
  'BusinessAccounts.contacts': ['BusinessContact[]', 'account/business'],
  'CustomerAddresses.address': ['PostalAddress', 'account/postal-address'],
  'DemoShopOrders.address': ['PostalAddress', 'account/postal-address'],
  'DemoShopOrders.body': ['NewOrder', 'orders/orders'],
  'DemoShopProjects.content': ['DemoProjectContent', 'shop/demo-projects'],
  'OnlineProducts.format': ['PageFormat', 'creations/online-products'],
  'OnlineProducts.pages': ['DescribedPage[]', 'creations/online-products'],
  'OrderAddressChanges.address': ['PostalAddress', 'account/postal-address'],
  'OrderEventKeys.parked': ['OrderEvent', 'orders/order-events'],
  'OrderLists.faults': ['OrderListFault[]', 'business/order-lists'],
  'OrderProducts.discounts': ['Discount[]', 'orders/orders'],
  'OrderProducts.voucher_details': ['VoucherDetails', 'orders/orders'],
  'OrderProducts.withdrawal': ['WithdrawalRight', 'orders/orders'],
  'ShownProducts.pages': ['DescribedPage[]', 'creations/online-products'],
  'Vouchers.amounts': ['Money', 'orders/vouchers'],
  'Vouchers.good_for': ['GoodFor', 'orders/vouchers'],
  'Vouchers.minimums': ['Money', 'orders/vouchers'],
};

/** Written as any JSON, or as its text; checked where it came from outside. */
const JSON_OF = 'export type JsonOf<Stored> = ColumnType<Stored, JsonValue, JsonValue>;\n\n';

/** Row types in which these columns have the type of what is stored. Throws if one of them is not there. */
export function withJsonTypes(rowTypes: string, columns = COLUMNS): string {
  const waiting = new Set(Object.keys(columns));
  let table = '';
  const lines = rowTypes.split('\n').map((line) => {
    table = /^export interface (\w+)/.exec(line)?.[1] ?? table;
    const name = `${table}.${/^ {2}(\w+): /.exec(line)?.[1]}`;
    const [type] = columns[name] ?? [];
    if (!type) return line;
    waiting.delete(name);
    return line.replace(/\bJson\b/, `JsonOf<${type}>`);
  });
  if (waiting.size > 0) throw new Error(`There is no column ${[...waiting].join(', ')}`);
  const imports = Map.groupBy(Object.values(columns), ([, file]) => file);
  const statements = [...imports].map(([file, types]) => {
    const names = new Set(types.map(([type]) => type.replace('[]', '')));
    return `import type { ${[...names].sort().join(', ')} } from '${CONTRACTS}/${file}';\n`;
  });
  return lines
    .join('\n')
    .replace(/^import /m, `${statements.sort().join('')}import `)
    .replace(/^export type Json /m, `${JSON_OF}$&`);
}
