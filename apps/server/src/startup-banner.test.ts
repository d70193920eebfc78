import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { startupBanner } from './startup-banner.ts';

const config = readConfig({ DATA_DIR: '/srv/keepsake', DEMO: 'off' });
const disk = { freeBytes: 123_456_789, isFull: true, neededBytes: 567_000_000 };
const epochs = { standing: 'together', databaseAt: new Date(0), storeAt: null } as const;

it('a start on a full disk says that uploads are refused, and until when', () => {
  const banner = startupBanner(config, { epochs, disk });
  expect(banner).toContain(
    'The disk of /srv/keepsake has 123 MB free, which the database needs: uploads are refused until it has 567 MB.',
  );
});

it('a start with room enough asks for no attention', () => {
  expect(startupBanner(config, { epochs, disk: { ...disk, isFull: false } })).not.toContain('Attention');
});
