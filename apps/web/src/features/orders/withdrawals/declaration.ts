import {
  type declareOwnWithdrawal,
  type getOrderWithdrawal,
  MAX_WITHDRAWN_PRODUCTS,
  withdrawalEmail,
  withdrawalName,
  withdrawalOrder,
  withdrawalProduct,
} from '@keepsake/contracts/orders/withdrawals';
import type { BodyOf, ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { fieldsOf, parseJson } from '#/shared/json.ts';
import type { Identity } from '#/shared/session.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';

/** The contents of the declaration form. */
export type Declared = {
  name: string;
  order: string;
  email: string;
  /** One product per line. */
  products: string;
  /** Indices of the products selected from an order. */
  chosen: readonly number[];
};
export type DeclaredOrder = { code: string; products: ResponseOf<typeof getOrderWithdrawal>['products'] };
export type FieldName = 'name' | 'order' | 'products' | 'email';

type Context = { orderCode: string | null; order: DeclaredOrder | null };

/** Initial values: the signed-in customer, the order, and everything in it that can be withdrawn from. */
export function emptyDeclaration(identity: Identity | null, { orderCode, order }: Context): Declared {
  return {
    name: identity?.name ?? '',
    order: order?.code ?? orderCode ?? '',
    email: identity?.email ?? '',
    products: '',
    chosen: (order?.products ?? []).flatMap(({ right }, place) => (right.state === 'open' ? [place] : [])),
  };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The invalid fields, in their order on the page. */
export function faultsOf(declared: Declared, order: DeclaredOrder | null): FieldName[] {
  const lines = linesOf(declared.products);
  const areLinesGood =
    lines.length <= MAX_WITHDRAWN_PRODUCTS &&
    lines.every((line) => withdrawalProduct.safeParse(line).success);
  const isGood: Record<FieldName, boolean> = {
    name: withdrawalName.safeParse(declared.name).success,
    order: withdrawalOrder.safeParse(declared.order).success,
    products: order ? declared.chosen.length > 0 : areLinesGood,
    email: withdrawalEmail.safeParse(declared.email).success,
  };
  return (Object.keys(isGood) as FieldName[]).filter((name) => !isGood[name]);
}

/** Names of the affected products; empty for the whole order. */
export function namesOf({ chosen, products }: Declared, order: DeclaredOrder | null): string[] {
  if (!order) return linesOf(products);
  return chosen.flatMap((place) => order.products[place]?.title.slice(0, 120) ?? []);
}

/** What waits in this tab to be confirmed, per customer and order, so that a reload does not lose it. */
export function createDeclarationStorage(identity: Identity | null, orderCode: string | null) {
  const key = `keepsake.withdrawal ${identity?.sub ?? ''} ${orderCode ?? ''}`;
  return {
    read: (): Declared | null => parseDeclared(visitStorage.getItem(key)),
    write: (declared: Declared): unknown => visitStorage.setItem(key, JSON.stringify(declared)),
    remove: (): void => visitStorage.removeItem(key),
  };
}

/** Null if it is unreadable. */
function parseDeclared(text: string | null): Declared | null {
  const { name, order, email, products, chosen } = fieldsOf(parseJson(text));
  const isWhole =
    typeof name === 'string' &&
    typeof order === 'string' &&
    typeof email === 'string' &&
    typeof products === 'string' &&
    Array.isArray(chosen) &&
    chosen.every((place) => typeof place === 'number');
  return isWhole ? { name, order, email, products, chosen } : null;
}

/** The request body. */
export function bodyOf(
  declared: Declared,
  order: DeclaredOrder | null,
  channel: string,
): BodyOf<typeof declareOwnWithdrawal> {
  const { name, email } = declared;
  const products = namesOf(declared, order);
  const productCodes = order ? declared.chosen.flatMap((place) => order.products[place]?.code ?? []) : [];
  return { channel, name, order: declared.order, products, email, productCodes };
}
