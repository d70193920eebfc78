import { describe, expect, test } from 'vitest';
import { deriveAddress, judgeChange } from './delivery-address.ts';
import type { Happened } from './happened.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour));
type Notified = Pick<Happened, 'type' | 'data'>;
const event = (notified: Notified, hour: number, context: Partial<Happened> = {}) =>
  ({
    productCodes: null,
    productionOrder: null,
    note: null,
    happenedAt: at(hour),
    ...notified,
    ...context,
  }) as Happened;
const address = { name: 'Mia', streetName: 'Sea Road', postalCode: 'HU1 1AA', city: 'Hull', country: 'GB' };
const wanted = { ...address, city: 'York' };

describe('the address of an order [ORD-09]', () => {
  const base = { address, changeableUntil: at(20), isFixed: false };
  const answer = (
    type: 'address-accepted' | 'address-refused',
    version: number,
    note: string | null = null,
  ) => event({ type, data: { version } }, 5, { note });
  const change = { version: 2, address: wanted, requestedAt: at(3), givenUpAt: null };

  test('is as ordered, until a change is requested and answered', () => {
    expect(deriveAddress(base, [], [])).toMatchObject({
      ...address,
      changeState: 'NotStarted',
      version: 1,
      changeableUntil: at(20).toISOString(),
    });
    expect(deriveAddress(base, [change], [])).toMatchObject({
      city: 'Hull',
      changeState: 'RequestSent',
      version: 2,
      requested: wanted,
    });
    expect(deriveAddress(base, [change], [answer('address-accepted', 2)])).toMatchObject({
      city: 'York',
      changeState: 'SuccessfulUpdate',
      requested: null,
    });
    expect(deriveAddress(base, [change], [answer('address-refused', 2, 'Printed')])).toMatchObject({
      city: 'Hull',
      changeState: 'RequestFailed',
      refusal: 'Printed',
    });
  });

  test('may be changed until production says otherwise; an answer to another version is ignored', () => {
    const ended = event({ type: 'address-deadline', data: { until: null } }, 6);
    const later = event({ type: 'address-deadline', data: { until: at(22).toISOString() } }, 5);
    expect(deriveAddress(base, [], [later]).changeableUntil).toBe(at(22).toISOString());
    expect(deriveAddress(base, [], [ended, later]).changeableUntil).toBeNull();
    expect(deriveAddress(base, [change], [answer('address-accepted', 3)]).changeState).toBe('RequestSent');
  });

  test('of a sent order, or without a service to answer, is not changed, whatever production said', () => {
    expect(deriveAddress({ ...base, isFixed: true }, [], []).changeableUntil).toBeNull();
  });

  test('stays as it was if production could not be informed, unless it answers after all', () => {
    const givenUp = { ...change, givenUpAt: at(19) };
    expect(deriveAddress(base, [givenUp], [])).toMatchObject({
      city: 'Hull',
      changeState: 'RequestFailed',
      requested: wanted,
      refusal: null,
      isUnreached: true,
    });
    const taken = deriveAddress(base, [givenUp], [answer('address-accepted', 2)]);
    expect(taken).toMatchObject({ city: 'York', changeState: 'SuccessfulUpdate', isUnreached: false });
    const next = { ...change, version: 3, requestedAt: at(19) };
    expect(deriveAddress(base, [givenUp, next], [])).toMatchObject({
      changeState: 'RequestSent',
      isUnreached: false,
    });
  });

  test('is the last one that production accepted, even while another one is pending', () => {
    const next = { version: 3, address: { ...address, city: 'Leeds' }, requestedAt: at(6), givenUpAt: null };
    const taken = answer('address-accepted', 2);
    expect(deriveAddress(base, [next, change], [taken])).toMatchObject({
      city: 'York',
      changeState: 'RequestSent',
      version: 3,
      requested: { city: 'Leeds' },
    });
    const refused = deriveAddress(base, [change, next], [answer('address-refused', 3), taken]);
    expect(refused).toMatchObject({ city: 'York', changeState: 'RequestFailed' });
  });
});

describe('a request for another address [ORD-08]', () => {
  const current = deriveAddress({ address, changeableUntil: at(20), isFixed: false }, [], []);
  const sent = { ...current, changeState: 'RequestSent' as const, version: 2, requested: wanted };
  const judge = (
    changes: Partial<typeof current>,
    wish: Partial<typeof address>,
    version?: number,
    hour = 12,
  ) => judgeChange({ ...current, ...changes }, { address: { ...address, ...wish }, version }, at(hour));

  test('is a change until the deadline, and not from then on', () => {
    expect(judge({}, { city: 'York' }, 1, 19)).toBe('change');
    expect(judge({}, { city: 'York' }, 1, 20)).toBe('fixed');
    expect(judge({ changeableUntil: null }, { city: 'York' })).toBe('fixed');
  });

  test('that is repeated, or equals the order’s address, changes nothing, at any time', () => {
    expect(judge({}, { name: ' Mia ', postalCode: 'hu11aa' }, 1)).toBe('same');
    expect(judge(sent, { city: 'York' }, 1, 23)).toBe('same');
    expect(judge({ ...sent, changeState: 'RequestFailed' }, { city: 'York' }, 2)).toBe('change');
  });

  test('may follow a pending one, and revert it', () => {
    expect(judge(sent, { city: 'Leeds' }, 2)).toBe('change');
    expect(judge(sent, {}, 2)).toBe('change');
  });

  test('of a tab that saw another address is outdated; without a version it counts', () => {
    expect(judge(sent, { city: 'Leeds' }, 1)).toBe('outdated');
    expect(judge(sent, { city: 'Leeds' })).toBe('change');
  });

  test('for another country is refused', () => expect(judge({}, { country: 'FR' })).toBe('abroad'));
});
