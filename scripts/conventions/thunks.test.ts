import { expect, test } from 'vitest';
import { checkThunks } from './thunks.ts';

const judge = (text: string, file = 'apps/server/src/wings/account.ts') =>
  checkThunks(new Map([[file, text]]));
const wing = (body: string) => `export async function createWing(config, platform) { ${body} }`;
const gate = expect.stringContaining(': gate is named before it is built');

test('a wing that is built in order has no problems', () => {
  const text = wing(`
    const slots = { data: createSlot<Data>('data') };
    const gate = await createGate({ ...platform, data: slots.data.get, find: (id: string) => find(platform.db, id) });
    const customers = createCustomers({ isOpen: (id) => gate.isOpen(id), gate: { other: (gates) => gates.gate } });
    function find(db, id) { return later(db, id); }
    const type = (value: typeof customers) => value;
    return { slots, customers };
    `);
  expect(judge(`${text} const later = (db, id) => null;`)).toEqual([]);
});

test.each([
  ['calls', `createCustomers({ isOpen: (id) => gate.isOpen(id) }); const gate = createGate();`],
  ['returns', `createCustomers(() => gate); const { gate } = await createGates();`],
  [
    'calls in a method',
    `createCustomers({ isOpen() { return gate.isOpen(); } }); const gate = createGate();`,
  ],
  ['calls itself', `const gate = createGate({ isOpen: () => gate.isOpen() });`],
  ['assigns later', `let gate; createCustomers(() => gate?.isOpen()); gate = createGate();`],
  [
    'puts into a holder',
    `const gate = {}; createCustomers(() => gate.opener.isOpen()); gate.opener = createGate();`,
  ],
  [
    'puts deep into a holder',
    `const gate = { a: {} }; createCustomers(() => gate.a.b()); gate.a.b = createGate();`,
  ],
  [
    'assigns to a holder',
    `const gate = {}; createCustomers(() => gate.isOpen()); Object.assign(gate, createGate());`,
  ],
  [
    'declares in a pattern',
    `createCustomers({ a: { b: () => gate() } }); const [{ inner: gate = null }] = gates;`,
  ],
])('a function that %s what is built later is refused', (_, body) => {
  expect(judge(wing(body))).toEqual([gate]);
  expect(judge(wing(body), 'apps/server/src/app.ts')).toEqual([gate]);
  expect(judge(wing(body), 'apps/server/src/modules/library/albums/index.ts')).toEqual([]);
});

test('state that a later call changes is no thunk', () => {
  expect(
    judge(wing(`let isDraining = false; f(() => isDraining); return { close() { isDraining = true; } };`)),
  ).toEqual([]);
  const held = `const state = { isDraining: false }; f(() => state.isDraining);`;
  expect(judge(wing(`${held} return { close() { state.isDraining = true; } };`))).toEqual([]);
});

test('a slot belongs to the slots of a module or a wing', () => {
  const index = 'apps/server/src/modules/account/sign-in/index.ts';
  expect(judge(`const createSlots = () => ({ a: createSlot<A>('a') });`, index)).toEqual([]);
  expect(judge(wing(`const closings = createSlot<A>('a');`), index)).toEqual([
    `${index}:1: a slot belongs to the slots of a module or wing`,
  ]);
});
