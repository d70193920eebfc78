import { describe, expect, test } from 'vitest';
import { OPENED_MONTHS_KEY, parseOpenedMonths } from './opened-months.ts';

describe('parseOpenedMonths', () => {
  test('reads the months saved under visibleTimeLineSections [TL-37]', () => {
    expect(OPENED_MONTHS_KEY).toBe('visibleTimeLineSections');
    expect([...parseOpenedMonths('["2024/3","2023/12"]')]).toEqual(['2024/3', '2023/12']);
  });

  test.each([null, '{', '{}', '"2024/3"', '[1,null,"x","2024/333"]'])('reads %s as none', (saved) => {
    expect([...parseOpenedMonths(saved)]).toEqual([]);
  });
});
