import { expect, test } from 'vitest';
import { readConfig } from './config/config.ts';
import { startupBanner } from './startup-banner.ts';

const config = readConfig({ DATA_DIR: '/srv/keepsake', DEMO: 'off' });
const disk = {
  free: { bytes: 123_456_789, files: 9_000 },
  isFull: true,
  needed: { bytes: 567_000_000, files: 34_000 },
};
const epochs = {
  status: 'together',
  epoch: 1,
  databaseAt: new Date(0),
  storeAt: null,
  behindSince: null,
  restoredTo: null,
} as const;

test('a start on a full disk says that uploads are refused, and until when', () => {
  const banner = startupBanner(config, { epochs, disk });
  expect(banner).toContain(
    'The disk of /srv/keepsake has 123 MB free, which the database needs: uploads are refused until it has 567 MB.',
  );
});

test('a start on a disk without free inodes says that, too', () => {
  const banner = startupBanner(config, { epochs, disk: { ...disk, free: { ...disk.free, bytes: 1e12 } } });
  expect(banner).toContain(
    'The disk of /srv/keepsake has room for 9,000 more files, which the database needs: uploads are refused until it has room for 34,000.',
  );
});

test('a start with enough room reports nothing', () => {
  expect(startupBanner(config, { epochs, disk: { ...disk, isFull: false } })).not.toContain('Attention');
});

test('a start tells that more of the demo follows, while it does', () => {
  const withDemo = readConfig({ DATA_DIR: '/srv/keepsake', DEMO: 'on' });
  const state = { epochs, disk: { ...disk, isFull: false } };
  const line = 'More photos, albums and orders are being added';
  expect(startupBanner(withDemo, { ...state, hasMoreDemo: true })).toContain(line);
  expect(startupBanner(withDemo, { ...state, hasMoreDemo: false })).not.toContain(line);
});
