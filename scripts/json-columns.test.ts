import { expect, test } from 'vitest';
import { withJsonTypes } from './json-columns.ts';

const types = (imports: string, address: string) => `${imports}import type { ColumnType } from "kysely";

${address === 'Json' ? '' : 'export type JsonOf<Stored> = ColumnType<Stored, JsonValue, JsonValue>;\n\n'}export type Json = JsonValue;

export interface Homes {
  address: Json;
}
export interface Shops {
  address: Generated<${address}> | null;
}`;

test('stored JSON has the type that the contract declares, in the columns that are listed', () => {
  const columns = { 'Shops.address': ['PostalAddress', 'account/postal-address'] } as const;
  const imported = "import type { PostalAddress } from '@keepsake/contracts/account/postal-address';\n";
  expect(withJsonTypes(types('', 'Json'), columns)).toBe(types(imported, 'JsonOf<PostalAddress>'));
});

test('a listed column that is not there is refused', () => {
  const columns = { 'Shops.place': ['PostalAddress', 'account/postal-address'] } as const;
  expect(() => withJsonTypes(types('', 'Json'), columns)).toThrow('There is no column Shops.place');
});
