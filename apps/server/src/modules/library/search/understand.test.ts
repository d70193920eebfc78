import { describe, expect, test } from 'vitest';
import { type Reading, understand } from './understand.ts';

/** A Sunday. */
const TODAY = '2026-11-29';

const readingsOf = (searched: string, today = TODAY) =>
  understand(searched, today).map(({ understood: { kind, words, from, to } }) =>
    [kind, words, from && (from === to ? from : `${from}…${to}`)].filter(Boolean).join(' | '),
  );
const one = (searched: string, today = TODAY) => {
  const [first, ...others] = understand(searched, today);
  expect(others).toEqual([]);
  expect(first?.understood.kind).toBe('date');
  const { from, to } = first?.understood ?? {};
  return from && (from === to ? from : `${from}…${to}`);
};
function daysIn(readings: readonly Reading[], year: number) {
  const [first] = readings;
  const dates = first?.demand.kind === 'date' ? first.demand.dates : undefined;
  return dates && 'yearly' in dates ? dates.yearly(year) : dates?.fixed;
}

describe('dates in words', () => {
  test.each([
    ['July 2024', '2024-07-01…2024-07-31'],
    ['juli 2024', '2024-07-01…2024-07-31'],
    ['juillet 2024', '2024-07-01…2024-07-31'],
    ['im Jänner 2020', '2020-01-01…2020-01-31'],
    ['Sept. 2019', '2019-09-01…2019-09-30'],
    ['2024 mars', '2024-03-01…2024-03-31'],
    ['2019', '2019-01-01…2019-12-31'],
    ['in 2019', '2019-01-01…2019-12-31'],
    ['2019-2021', '2019-01-01…2021-12-31'],
    ['12.3.2021', '2021-03-12'],
    ['12/3/21', '2021-03-12'],
    ['12.3.74', '1974-03-12'],
    ['2021-03-12', '2021-03-12'],
    ['3/2021', '2021-03-01…2021-03-31'],
    ['4 July 2024', '2024-07-04'],
    ['July 4th, 2024', '2024-07-04'],
    ['4. Juli 2024', '2024-07-04'],
    ['le 1er août 2022', '2022-08-01'],
    ['den 6 juni 2023', '2023-06-06'],
    ['6 maart 2023', '2023-03-06'],
    ['summer 2023', '2023-06-01…2023-08-31'],
    ['été 2023', '2023-06-01…2023-08-31'],
    ["l'été de 2023", '2023-06-01…2023-08-31'],
    ['Sommer 2023', '2023-06-01…2023-08-31'],
    ['sommaren 2023', '2023-06-01…2023-08-31'],
    ['winter 2023', '2023-12-01…2024-02-29'],
    ['last Christmas', '2025-12-24…2025-12-26'],
    ['letzte Weihnachten', '2025-12-24…2025-12-26'],
    ['vorige kerst', '2025-12-24…2025-12-26'],
    ['Noël dernier', '2025-12-24…2025-12-26'],
    ['i julas', '2025-12-24…2025-12-26'],
    ['Christmas 2023', '2023-12-24…2023-12-26'],
    ['Ostern 2024', '2024-03-29…2024-04-01'],
    ['Pâques 2025', '2025-04-18…2025-04-21'],
    ['Silvester 2023', '2023-12-31…2024-01-01'],
    ['last summer', '2026-06-01…2026-08-31'],
    ["l'été dernier", '2026-06-01…2026-08-31'],
    ['förra sommaren', '2026-06-01…2026-08-31'],
    ['last December', '2025-12-01…2025-12-31'],
    ['today', '2026-11-29'],
    ['yesterday', '2026-11-28'],
    ['gestern', '2026-11-28'],
    ["aujourd'hui", '2026-11-29'],
    ['aujourd’hui', '2026-11-29'],
    ['i går', '2026-11-28'],
    ['eergisteren', '2026-11-27'],
    ['last week', '2026-11-16…2026-11-22'],
    ['diese Woche', '2026-11-23…2026-11-29'],
    ['la semaine dernière', '2026-11-16…2026-11-22'],
    ['last weekend', '2026-11-21…2026-11-22'],
    ['this weekend', '2026-11-28…2026-11-29'],
    ['le mois dernier', '2026-10-01…2026-10-31'],
    ['i år', '2026-01-01…2026-12-31'],
    ['i fjol', '2025-01-01…2025-12-31'],
    ['vorig jaar', '2025-01-01…2025-12-31'],
    ['letzten Montag', '2026-11-23'],
    ['dimanche dernier', '2026-11-22'],
  ])('%s is %s', (searched, days) => expect(one(searched)).toBe(days));

  test('of every year have no first and last day', () => {
    for (const searched of ['juli', 'July', 'juillet', 'im Juli']) {
      expect(one(searched)).toBeUndefined();
      expect(daysIn(understand(searched, TODAY), 2020)).toEqual([{ from: '2020-07-01', to: '2020-07-31' }]);
    }
    expect(daysIn(understand('29 februari', TODAY), 2023)).toEqual([]);
    expect(daysIn(understand('24.12.', TODAY), 2023)).toEqual([{ from: '2023-12-24', to: '2023-12-24' }]);
    expect(daysIn(understand('noël', TODAY), 2023)).toEqual([{ from: '2023-12-24', to: '2023-12-26' }]);
  });

  test("are both of what two languages mean by 'jul'", () => {
    expect(daysIn(understand('jul 2023', TODAY), 0)).toEqual([
      { from: '2023-12-24', to: '2023-12-26' },
      { from: '2023-07-01', to: '2023-07-31' },
    ]);
  });

  test.each([
    ['last weekend', '2026-11-28', '2026-11-21…2026-11-22'],
    ['last weekend', '2026-11-30', '2026-11-28…2026-11-29'],
    ['last summer', '2026-07-15', '2025-06-01…2025-08-31'],
    ['last Christmas', '2026-12-26', '2025-12-24…2025-12-26'],
    ['last Christmas', '2026-12-27', '2026-12-24…2026-12-26'],
    ['last winter', '2026-02-10', '2024-12-01…2025-02-28'],
    ['last week', '2026-01-01', '2025-12-22…2025-12-28'],
    ['last month', '2026-01-31', '2025-12-01…2025-12-31'],
  ])('%s on %s is %s', (searched, today, days) => expect(one(searched, today)).toBe(days));

  test.each(['31.2.2021', '2021-13-01', '1234', '2099', '"2019"', 'Jan', '1/2', 'Sommerfest', 'Montag'])(
    '%s is a text',
    (searched) => expect(readingsOf(searched)).toEqual([`text | ${searched}`]),
  );
});

describe('a search', () => {
  test('is understood part by part, each with what is left without it', () => {
    const parts = understand('favourites "sommer am see" Canon July 2024', TODAY).map(
      ({ understood: { kind, words, rest } }) => [kind, words, rest],
    );
    expect(parts).toEqual([
      ['favourites', 'favourites', '"sommer am see" Canon July 2024'],
      ['text', '"sommer am see"', 'favourites Canon July 2024'],
      ['text', 'Canon', 'favourites "sommer am see" July 2024'],
      ['date', 'July 2024', 'favourites "sommer am see" Canon'],
    ]);
  });

  test.each([
    ['noch nicht gedruckt', 'notPrinted'],
    ['pas encore imprimées', 'notPrinted'],
    ['not printed', 'notPrinted'],
    ['niet afgedrukt', 'notPrinted'],
    ['inte utskrivna', 'notPrinted'],
    ['favoriter', 'favourites'],
    ['bestellt', 'ordered'],
    ['commandées', 'ordered'],
  ])('for %s is for %s', (searched, kind) => expect(readingsOf(searched)).toEqual([`${kind} | ${searched}`]));

  test.each([
    ['%', ['short | %']],
    ['"', []],
    ['""', []],
    ["O'Brien", ["text | O'Brien"]],
    ['"a', ['short | "a']],
    ['שבת שלום', ['text | שבת', 'text | שלום']],
    ['Oma, 2019', ['text | Oma,', 'date | 2019 | 2019-01-01…2019-12-31']],
    ['IMG_20190705.JPG', ['text | IMG_20190705.JPG']],
  ])('%s is read', (searched, expected) => expect(readingsOf(searched)).toEqual(expected));
});
