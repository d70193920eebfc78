import type { Config } from './config/config.ts';
import { DEMO_CUSTOMERS } from './demo/demo-customers.ts';
import { describeEpochs } from './modules/library/reconcile/index.ts';
import type { DiskState } from './platform/disk-room.ts';
import type { Epochs } from './platform/objects/epochs.ts';
import { describeFullDisk } from './platform/watch-disk.ts';

type State = { epochs: Epochs; disk: DiskState; missingChannels?: readonly string[]; hasMoreDemo?: boolean };

/** What follows the banner once nothing of the demo is lacking. */
export const WHOLE_DEMO = 'All photos, albums and orders of the demo are there.';

/** What the person at the terminal sees once the server answers. */
export function startupBanner(
  config: Config,
  { epochs, disk, missingChannels = [], hasMoreDemo }: State,
): string {
  const lines: [string, string][] = [['Keepsake', config.publicUrl]];
  if (config.hasDemo) {
    for (const { label, email, password } of DEMO_CUSTOMERS)
      lines.push([label, `${email}  password: ${password}`]);
    if (hasMoreDemo)
      lines.push(['Demo', 'More photos, albums and orders are being added, for a few minutes.']);
  }
  if (config.hasOutbox) lines.push(['Outbox', `${config.publicUrl}/outbox`]);
  lines.push(['Data folder', config.dataDir]);
  if (epochs.status !== 'together') lines.push(['Attention', describeEpochs(epochs)]);
  for (const sentence of missingChannels) lines.push(['Attention', sentence]);
  if (disk.isFull) lines.push(['Attention', describeFullDisk(config, disk)]);
  const width = Math.max(...lines.map(([label]) => label.length));
  const rule = '-'.repeat(72);
  return [rule, ...lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`), rule].join('\n');
}
