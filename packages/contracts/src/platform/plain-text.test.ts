import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainLine, plainText, withoutInvisible } from './plain-text.ts';

describe('invisible characters', () => {
  test.each([
    ['a zero-width space', 'An\u200bna'],
    ['a soft hyphen', 'An\u00adna'],
    ['a word joiner', 'An\u2060na'],
    ['a byte order mark', '\ufeffAnna'],
    ['marks of direction', '\u200eAnna\u200f\u061c'],
    ['overrides of direction', 'A\u202enna\u202c'],
    ['isolates', '\u2066Anna\u2069'],
    ['tags', 'Anna\u{e0041}\u{e007f}'],
    ['tags behind a flag that has none', 'Anna\u{e0067}'],
    ['variation selectors that hide bytes', 'A\ufe00\ufe01nna\u{e0100}\u{e01ef}'],
    ['Hangul fillers', 'An\u3164\u115f\uffa0na'],
    ['marks of annotations', 'An\ufff9na\ufffb'],
    ['joiners between Latin letters', 'An\u200c\u200dna'],
    ['a combining grapheme joiner', 'An\u034fna'],
  ])('are taken out: %s', (_what, text) => {
    expect(withoutInvisible(text)).toBe('Anna');
    expect(plainLine(text)).toBe('Anna');
    expect(plainText(text)).toBe('Anna');
  });

  test.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a woman scientist with a skin tone', '👩🏽‍🔬'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['a heart on fire', '❤️‍🔥'],
    ['a red heart', '❤️'],
    ['a heart as text', '❤︎'],
    ['a keycap', '1️⃣'],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a flag of a country', '🇦🇹'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['a Persian name', 'علی‌رضا'],
    ['Marathi with half a letter', 'दऱ्‍या'],
    ['Bengali ya-phalaa', 'র‍্যাব'],
    ['Malayalam at the end of a word', 'അവന്‍'],
    ['Sinhala', 'ශ්‍රී'],
    ['a variant of an ideograph', '葛\u{e0100}'],
    ['Arabic with a mark of direction', 'العربية \u200fمرحبا'],
    ['Hebrew with one before its exclamation', 'שלום\u200f!'],
    ['Vietnamese, Hebrew, Greek, plain', 'Nguyễn שלום Ωmega Anna-Maria O’Neill'],
  ])('are kept where they spell something: %s', (_what, text) => {
    expect(withoutInvisible(text)).toBe(text);
    expect(withoutInvisible(`Anna ${text} Berg`)).toBe(`Anna ${text} Berg`);
  });

  test('a joiner typed twice counts once, and none is left at the ends', () => {
    expect(withoutInvisible('می‌‌خواهم')).toBe('می‌خواهم');
    expect(withoutInvisible('\u200cعلی\u200c')).toBe('علی');
    expect(withoutInvisible('👩\u200d')).toBe('👩');
    expect(withoutInvisible('❤\ufe0f\ufe0f')).toBe('❤\ufe0f');
  });

  test('no invisible letter of a script with joiners gives another one a meaning', () => {
    expect(withoutInvisible('\u061c\u200c\u061c')).toBe('');
    expect(withoutInvisible('علی\u061c\u200c\u061cرضا')).toBe('علی\u061c\u061cرضا');
    expect(withoutInvisible('An\u180b\u180bna\u180e\u200d\u180e')).toBe('Anna');
    expect(withoutInvisible('An\u17b4\u200c\u17b5na')).toBe('Anna');
  });

  test('a second time nothing is left to take out, and what is seen stays', () => {
    const odd = fc.constantFrom(
      ...'aя漢ع❤👩1 \u200b\u200c\u200d\u200f\u061c\u00ad\ufe0f\u202e\u{e0100}\u{e0067}\u{e007f}🏴ᠠ\u180b\u180eក\u17b4',
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 12 }), (characters) => {
        const once = withoutInvisible(characters.join(''));
        expect(withoutInvisible(once)).toBe(once);
        const seen = (text: string) => text.replace(/[\p{Default_Ignorable_Code_Point}]/gu, '');
        expect(seen(once)).toBe(seen(characters.join('')));
      }),
    );
  });
});
