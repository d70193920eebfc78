import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeNames } from './safe-names.ts';

const safe = (...names: string[]) => safeNames(names.map((name) => ({ name })));

describe('names in an archive', () => {
  test.each([
    ['holiday.jpg', 'holiday.jpg'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Bilder\\Eva.JPG', 'C__Bilder_Eva.JPG'],
    ['AC/DC.jpg', 'AC_DC.jpg'],
    ['..', 'photo'],
    ['', 'photo'],
    ['.hidden.jpg', 'hidden.jpg'],
    ['  . spaces .jpg . ', 'spaces .jpg'],
    ['a\0b\r\nc.jpg', 'abc.jpg'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['<a>:"b"|c?*.jpg', '_a___b__c__.jpg'],
    ['cafe\u0301.jpg', 'café.jpg'],
    ['\ud800.jpg', '\ufffd.jpg'],
    ['CON', '_CON'],
    ['con.tar.gz', '_con.tar.gz'],
    ['nul .jpg', '_nul .jpg'],
    ['Lpt9.png', '_Lpt9.png'],
    ['COM¹.jpg', '_COM¹.jpg'],
    ['CONCERT.jpg', 'CONCERT.jpg'],
    ['com10.jpg', 'com10.jpg'],
  ])('%j become %j', (given, stored) => {
    expect(safe(given)).toEqual([stored]);
  });

  test('that are taken are numbered before the extension, ignoring case', () => {
    expect(safe('a.jpg', 'A.JPG', 'a.jpg', 'b', 'b')).toEqual([
      'a.jpg',
      'A (2).JPG',
      'a (3).jpg',
      'b',
      'b (2)',
    ]);
    expect(safe('a.jpg', 'a.jpg', 'a (2).jpg')).toEqual(['a.jpg', 'a (2).jpg', 'a (2) (2).jpg']);
    expect(safe('caf\u00e9', 'cafe\u0301', 'straße', 'STRASSE')).toEqual([
      'café',
      'café (2)',
      'straße',
      'STRASSE (2)',
    ]);
  });

  test.each([
    [['Maß.jpg', 'MAẞ.jpg', 'mass.jpg']],
    [['İ.jpg', 'i.jpg', 'I.jpg', 'ı.jpg', 'i\u0307.jpg']],
    [['ΟΔΟΣ.jpg', 'οδος.jpg', 'οδοσ.jpg']],
    [['\ufb01n.jpg', 'FIN.jpg']],
    [['\u212bngstr\u00f6m.jpg', 'a\u030angstro\u0308m.jpg']],
  ])('%j overwrite each other on no file system', (names) => {
    expect(safe(...names).slice(1)).toEqual(
      names.slice(1).map((_, at) => expect.stringContaining(` (${at + 2}).jpg`)),
    );
  });

  test('are the same in any case and composition of any letter', () => {
    for (let code = 0x80; code < 0x1_0000; code++) {
      const letter = String.fromCharCode(code);
      if (!/\p{L}/u.test(letter)) continue;
      for (const other of [letter.toLowerCase(), letter.toUpperCase(), letter.normalize('NFD')]) {
        if (safe(letter, other)[1]?.endsWith(' (2)')) continue;
        expect.fail(`${letter} and ${other} are two names`);
      }
    }
  });

  test('are distinguished by folder, and from the folders themselves', () => {
    const files = [
      { name: 'a.jpg', folder: '2019/Sommer' },
      { name: 'a.jpg', folder: '2020' },
      { name: 'A.jpg', folder: '2020' },
      { name: '2020' },
    ];
    expect(safeNames(files)).toEqual(['2019_Sommer/a.jpg', '2020/a.jpg', '2020/A (2).jpg', '2020 (2)']);
  });

  test('are at most 200 bytes long with their number and keep their extension', () => {
    const long = `${'👨‍👩‍👧‍👦ü'.repeat(200)}.jpeg`;
    const [one = '', two = ''] = safe(long, long);
    expect(Math.max(Buffer.byteLength(one), Buffer.byteLength(two))).toBeLessThanOrEqual(200);
    expect([one.endsWith('.jpeg'), two.endsWith(' (2).jpeg')]).toEqual([true, true]);
  });

  test('100,000 times the same are numbered quickly', () => {
    const started = performance.now();
    expect(safe(...Array.from({ length: 100_000 }, () => 'a.jpg')).at(-1)).toBe('a (100000).jpg');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('are safe, unique and deterministic for any input', () => {
    const file = fc.record(
      { name: fc.string({ unit: 'binary' }), folder: fc.constantFrom('a', 'A', '..', 'x/y', 'ß') },
      { requiredKeys: ['name'] },
    );
    fc.assert(
      fc.property(fc.array(file), (files) => {
        const names = safeNames(files);
        expect(safeNames(files)).toEqual(names);
        expect(new Set(names.map((name) => name.toUpperCase())).size).toBe(files.length);
        for (const name of names)
          expect(name).toMatch(/^([^./\\<>:"|?*\p{Cc}\s][^/\\<>:"|?*\p{Cc}]*(\/(?!$)|(?<![.\s])$)){1,2}$/u);
      }),
    );
  });
});
