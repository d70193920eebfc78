import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Figure } from './figure.ts';
import { printTable } from './print-table.ts';

/** Measures everything for which the specification sets limits. `npm run bench -- timeline web` runs only those groups. */
const GROUPS: Record<string, () => Promise<Figure[]>> = {
  ingest: async () => (await import('./groups/ingest.ts')).measureIngest(),
  accept: async () => (await import('./groups/accept.ts')).measureAccepting(),
  timeline: async () => (await import('./groups/timeline.ts')).measureTimeline(),
  thumbnails: async () => (await import('./groups/thumbnails.ts')).measureThumbnails(),
  archive: async () => (await import('./groups/archive.ts')).measureArchives(),
  exports: async () => (await import('./groups/exports.ts')).measureExports(),
  albums: async () => (await import('./groups/albums.ts')).measureAlbums(),
  deletes: async () => (await import('./groups/deletes.ts')).measureDeletes(),
  retention: async () => (await import('./groups/retention.ts')).measureRetention(),
  orders: async () => (await import('./groups/orders.ts')).measureOrders(),
  'photo-book': async () => (await import('./groups/photo-book.ts')).measurePhotoBook(),
  invoices: async () => (await import('./groups/invoices.ts')).measureInvoices(),
  callbacks: async () => (await import('./groups/callbacks.ts')).measureCallbacks(),
  widgets: async () => (await import('./groups/widgets.ts')).measureWidgets(),
  projects: async () => (await import('./groups/projects.ts')).measureProjects(),
  merchandise: async () => (await import('./groups/merchandise.ts')).measureMerchandise(),
  web: async () => (await import('./groups/web.ts')).measureWeb(),
  'phone-transfers': async () => (await import('./groups/phone-transfers.ts')).measurePhoneTransfers(),
  push: async () => (await import('./groups/push.ts')).measurePush(),
  'legacy-import': async () => (await import('./groups/legacy-import.ts')).measureLegacyImport(),
  memory: async () => (await import('./groups/memory.ts')).measureMemory(),
  preview: async () => (await import('./groups/preview.ts')).measurePreviewSteps(),
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join(', ')}": choose among ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(1);
}

const startedAt = new Date();
const results: Record<string, Figure[]> = {};
for (const [name, measure] of Object.entries(GROUPS)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.log(`Measuring ${name} ...`);
  results[name] = await measure();
  printTable(name, results[name]);
}

const folder = path.join(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
const file = path.join(folder, `${startedAt.toISOString().replaceAll(':', '-')}.json`);
await writeFile(file, JSON.stringify({ startedAt, machine: machine(), results }, null, 2));
const missed = Object.values(results)
  .flat()
  .filter(({ verdict }) => verdict === 'MISSED').length;
console.log(
  `\n${missed === 0 ? 'No limit was missed' : `${missed} limits were missed`}. Written to ${path.relative(process.cwd(), file)}`,
);

function machine() {
  const { platform, arch, version } = process;
  return { platform, arch, node: version };
}
