import { describe, expect, it } from 'vitest';
import { OPENED_SECTIONS_KEY, parseOpenedSections } from './opened-months.ts';

describe('parseOpenedSections', () => {
  it('[TL-37] reads the months remembered under visibleTimeLineSections', () => {
    expect(OPENED_SECTIONS_KEY).toBe('visibleTimeLineSections');
    expect([...parseOpenedSections('["2024/3","2023/12"]')]).toEqual(['2024/3', '2023/12']);
  });

  it.each([null, '{', '{}', '"2024/3"', '[1,null,"x","2024/333"]'])('reads %s as none', (saved) => {
    expect([...parseOpenedSections(saved)]).toEqual([]);
  });
});
