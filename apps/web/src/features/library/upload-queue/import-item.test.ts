import { expect, test } from 'vitest';
import { isSystemFile, refusalOf } from './import-item.ts';

const file = (name: string, type = '', size = 10) => ({ name, type, size });

test.each([
  file('a.heic'),
  file('A.HEIF'),
  file('a.jpg'),
  file('a.JPEG', 'image/jpeg'),
  file('a.png'),
  file('image', 'image/png'),
  file('DSC00001.HIF'),
  file('a.jfif'),
  file('a.jpe'),
  file('IMG_1234'),
  file('Holiday 1.2'),
])('$name is accepted [IMP-02]', (accepted) => {
  expect(refusalOf(accepted)).toBeNull();
});

test.each([
  [file('a.gif', 'image/gif'), 'wrong-type'],
  [file('a.mp4', 'video/mp4'), 'wrong-type'],
  [file('IMG_1234', 'video/quicktime'), 'wrong-type'],
  [file('a.cr2'), 'wrong-type'],
  [file('a.jpg', '', 0), 'empty'],
  [file('a.jpg', '', 200 * 1024 * 1024 + 1), 'too-large'],
])('$0.name is rejected as $1 [IMP-02]', (refused, reason) => {
  expect(refusalOf(refused)).toBe(reason);
});

test('system files in a folder of photos are skipped', () => {
  expect(['.DS_Store', 'Thumbs.db', '._IMG.jpg', 'desktop.ini'].every((name) => isSystemFile({ name }))).toBe(
    true,
  );
  expect(isSystemFile({ name: 'holiday.jpg' })).toBe(false);
});
