import { expect, test } from 'vitest';
import { checkDeclaredOnce } from './declared-once.ts';

const ORDERS = 'apps/server/src/modules/orders/orders/store.ts';
const VOUCHERS = 'apps/server/src/modules/orders/vouchers/store.ts';
const REF = 'export type OrderRef = { customerId: CustomerId; orderCode: string };';
const judge = (...files: [file: string, text: string][]) =>
  checkDeclaredOnce(new Map(files), { names: {}, fields: {}, functions: {} });

test('a shape is declared once on each side', () => {
  const twin =
    'const a = 1;\n/** The same. */\ntype OrderRef = {\n  orderCode: string;\n  /** Whose. */\n  customerId: CustomerId;\n};';
  const found = [`${VOUCHERS}:3: OrderRef is declared in ${ORDERS}:1 already`];
  expect(judge([ORDERS, REF], [VOUCHERS, twin])).toEqual(found);
  expect(judge(['apps/web/src/features/orders/orders/a.ts', REF], [VOUCHERS, twin])).toEqual([]);
  expect(judge([ORDERS, REF], [VOUCHERS.replace('.ts', '.fixture.ts'), twin])).toEqual([]);
});

test('what the contract declares is declared nowhere else', () => {
  const contract = 'packages/contracts/src/platform/fields.ts';
  const days = 'export type Days = { from: string; to: string };';
  const web = 'apps/web/src/features/orders/orders/order-words.tsx';
  expect(judge([contract, days], [ORDERS, days], [web, days])).toEqual([
    `${ORDERS}:1: Days is declared in ${contract}:1 already`,
    `${web}:1: Days is declared in ${contract}:1 already`,
  ]);
});

const FROM = "import type { CustomerId } from '@keepsake/contracts/platform/ids';\n";
const branded = (text: string) => `${FROM}${text}`;

test('a shape with a branded type, or one of the contracts, has one name', () => {
  const other = branded(REF.replace('OrderRef', 'Use'));
  expect(judge([ORDERS, branded(REF)], [VOUCHERS, other])).toEqual([
    `${VOUCHERS}:2: this is OrderRef of ${ORDERS}:2`,
  ]);
  const props = branded(REF.replace('OrderRef', 'Props'));
  expect(judge([ORDERS, branded(REF)], [VOUCHERS, props])).toEqual([]);
});

test('it is not written out where its name can be imported', () => {
  const use = branded('function read(ref: { orderCode: string; customerId: CustomerId }) {}');
  const beside = ORDERS.replace('store', 'deps');
  const found = (file: string, owner: string) => [`${file}:2: this is OrderRef of ${owner}:2`];
  expect(judge([ORDERS, branded(REF)], [beside, use])).toEqual(found(beside, ORDERS));
  expect(judge([ORDERS, branded(REF)], [VOUCHERS, use])).toEqual([]);
  const contract = 'packages/contracts/src/orders/orders.ts';
  expect(judge([contract, branded(REF)], [VOUCHERS, use])).toEqual(found(VOUCHERS, contract));
});

test('in one room a shape has one name, whatever is in it, and is not written out beside it', () => {
  const point = 'export type Point = { x: number; y: number };';
  const other = 'type Place = { y: number; x: number };\nfunction move(to: { x: number; y: number }) {}';
  const beside = ORDERS.replace('store', 'arrival/draw');
  expect(judge([beside, other], [ORDERS, point])).toEqual([
    `${beside}:2: this is Place of ${beside}:1`,
    `${ORDERS}:1: this is Place of ${beside}:1`,
  ]);
  expect(judge([ORDERS, `${point}\ntype Spot = { x: number; y: number };`])).toEqual([
    `${ORDERS}:2: this is Point of ${ORDERS}:1`,
  ]);
  expect(judge([ORDERS, point], [VOUCHERS, other.split('\n')[0] ?? ''])).toEqual([]);
});

test('outside rooms a folder is one', () => {
  const place = (name: string) => `export type ${name} = { env: Env; now: Date };`;
  const [cli, platform] = ['apps/server/src/cli/orders.ts', 'apps/server/src/platform/orders.ts'];
  const found = judge([cli, place('Run')], [cli.replace('orders', 'retention'), place('Started')]);
  expect(found).toEqual([
    'apps/server/src/cli/retention.ts:1: this is Run of apps/server/src/cli/orders.ts:1',
  ]);
  expect(judge([cli, place('Run')], [platform, place('Started')])).toEqual([]);
});

test('a part of a declaration is not what is declared', () => {
  const both = branded(REF.replace(' };', ' } & { at: Date; by: string };'));
  expect(judge([ORDERS, branded(REF)], [VOUCHERS, both])).toEqual([]);
});

test('other names, other fields and names that say nothing are no twins', () => {
  expect(judge([ORDERS, REF], [VOUCHERS, REF.replace('OrderRef', 'Use')])).toEqual([]);
  expect(judge([ORDERS, REF], [VOUCHERS, REF.replace('string', 'Code')])).toEqual([]);
  expect(
    judge([ORDERS, REF.replace('OrderRef', 'Props')], [VOUCHERS, REF.replace('OrderRef', 'Props')]),
  ).toEqual([]);
});

test('shapes that are alike by chance are listed as long as they are', () => {
  const alike = { names: { OrderRef: 'by chance' }, fields: {}, functions: {} };
  expect(
    checkDeclaredOnce(
      new Map([
        [ORDERS, REF],
        [VOUCHERS, REF],
      ]),
      alike,
    ),
  ).toEqual([]);
  expect(checkDeclaredOnce(new Map([[ORDERS, REF]]), alike)).toEqual([
    'scripts/conventions/declared-once.ts: OrderRef is declared once',
  ]);
});

const HIDDEN = 'isHidden(customerId: CustomerId): Promise<boolean>';
const asks = (method: string) => `type Deps = { ${method} };`;

test('the type of a function is declared by one module, whatever its parameters are called', () => {
  const found = [`${VOUCHERS}:1: isHidden has its type in ${ORDERS}:1 already`];
  const property = 'isHidden?: (/* Whose. */ id: CustomerId) => Promise<boolean>';
  const alias = 'export type IsHidden = (customerId: CustomerId) => Promise<boolean>;';
  expect(judge([ORDERS, asks(HIDDEN)], [VOUCHERS, asks(HIDDEN)])).toEqual(found);
  expect(judge([ORDERS, asks(HIDDEN)], [VOUCHERS, asks(property)])).toEqual(found);
  expect(judge([ORDERS, alias], [VOUCHERS, asks(HIDDEN)])).toEqual(found);
});

test('other functions, and those of one module, of tests and of the other side, are no twins', () => {
  const others = [
    HIDDEN.replace('boolean', 'Date'),
    HIDDEN.replace(': Cu', '?: Cu'),
    HIDDEN.replace('Hid', 'Bid'),
  ];
  for (const other of others) expect(judge([ORDERS, asks(HIDDEN)], [VOUCHERS, asks(other)])).toEqual([]);
  const files = [
    ORDERS.replace('store', 'deps'),
    VOUCHERS.replace('.ts', '.fixture.ts'),
    'apps/web/src/shared/a.ts',
  ];
  for (const file of files) expect(judge([ORDERS, asks(HIDDEN)], [file, asks(HIDDEN)])).toEqual([]);
  expect(judge([ORDERS, asks(HIDDEN)], [VOUCHERS, 'type Deps = { isHidden: IsHidden };'])).toEqual([]);
});

test('a function says what it is for by a named type, or by a name of two words', () => {
  const twins = (method: string) => judge([ORDERS, asks(method)], [VOUCHERS, asks(method)]).length;
  const distinct = ['keep(id: CustomerId): void', 'find(code: string): Order', 'isOver(id: string): boolean'];
  expect(distinct.map(twins)).toEqual([1, 1, 1]);
  const chance = [
    'stop(): void',
    'isGone(): boolean',
    'drop(id: string): void',
    'onOpen(id: string): void',
    'now(): Date',
  ];
  expect(chance.map(twins)).toEqual([0, 0, 0, 0, 0]);
});

test('function types that are alike by chance are listed as long as they are', () => {
  const alike = { names: {}, fields: {}, functions: { isHidden: 'by chance' } };
  const both = new Map([
    [ORDERS, asks(HIDDEN)],
    [VOUCHERS, asks(HIDDEN)],
  ]);
  expect(checkDeclaredOnce(both, alike)).toEqual([]);
  both.delete(VOUCHERS);
  expect(checkDeclaredOnce(both, alike)).toEqual([
    'scripts/conventions/declared-once.ts: isHidden is declared once',
  ]);
});

test('a problem about one field is made in one way', () => {
  const reason = `${ORDERS}:2: a problem about one field is made by faultyField`;
  const made = "throw new Problem('invalid-request', {\n  errors: [{ path, message }],\n});";
  expect(judge([ORDERS, made])).toEqual([reason]);
  expect(judge([ORDERS, '\nconst errors = [{ path, message }];'])).toEqual([reason]);
  expect(judge([ORDERS, 'new Problem(code, { errors: faults.map(toError) })'])).toEqual([]);
  expect(judge(['apps/server/src/platform/problem.ts', made])).toEqual([]);
});
