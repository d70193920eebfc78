import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { startupBanner } from './startup-banner.ts';

const config = readConfig({ DATA_DIR: '/srv/keepsake', DEMO: 'off' });
const epochs = { standing: 'together', databaseAt: new Date(0), storeAt: null } as const;

it('a start on a full disk says that uploads are refused, and until when', () => {
  const banner = startupBanner(config, { epochs, disk: { freeBytes: 123_456_789, isFull: true } });
  expect(banner).toContain(
    'The disk of /srv/keepsake has 123 MB free, which the database needs: uploads are refused until there is more.',
  );
});

it('a start with room enough asks for no attention', () => {
  expect(startupBanner(config, { epochs, disk: { freeBytes: 1e12, isFull: false } })).not.toContain(
    'Attention',
  );
});
