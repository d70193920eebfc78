import { describe, expect, test } from 'vitest';
import { albumNameFault } from './albums.ts';

describe('the name of an album', () => {
  test.each(['Sea', 'Été à Ærø', '👨‍👩‍👧 2024', 'عطلة', 'a\u00ADb'])('may be %j', (name) => {
    expect(albumNameFault(name)).toBeNull();
  });

  test.each(['', ...['\u00AD', '\u034F', '\u180E', '\u2800', '\u3164', '\u200B', '\u00A0 \u2060']])(
    'must not be blank: %j [NAM-01] [NAM-02]',
    (name) => expect(albumNameFault(name)).not.toBeNull(),
  );

  test.each(['\u202Egnp.exe', 'a\u2067b', 'a<b', 'a;b', 'a\u0000', '\uD800'])(
    'must not contain characters that are easily misinterpreted: %j [NAM-03]',
    (name) => expect(albumNameFault(name)).toBe('invalid'),
  );
});
